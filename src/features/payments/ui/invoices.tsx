import { t } from "#app/language/message.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { paths } from "#app/paths.ts";
import type { Invoice } from "../queries/invoices.ts";
import { InvoiceTable } from "./invoice-table.tsx";
import { usePortal } from "./use-checkout.ts";

type InvoicesProps = {
  invoices: { items: readonly Invoice[]; next: string | null };
  /** Whether these are the newest. */
  isFirst: boolean;
};

/** Invoices and receipts, and the way to the provider's page for cards. Nothing for who never bought anything. */
export function Invoices({ invoices: { items, next }, isFirst }: InvoicesProps) {
  const portal = usePortal();
  const address = (cursor: string | null) =>
    `${paths.dashboardPage("billing", { invoices: cursor })}#invoices`;
  return (
    <section className="mt-8" aria-labelledby="invoices">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="title-small" id="invoices">
          {t`Invoices`}
        </h2>
        <Button look="soft" size="small" disabled={portal.busy} onClick={() => void portal.run()}>
          {portal.busy && <Spinner />}
          {t`Cards and invoices`}
        </Button>
      </div>
      {items.length === 0 ? (
        <p className="mt-2 text-ink-2">{t`Nothing has been paid yet.`}</p>
      ) : (
        <InvoiceTable invoices={items} />
      )}
      <div className="mt-4 flex gap-2">
        {!isFirst && (
          <ButtonLink look="soft" size="small" to={address(null)}>
            {t`Newest invoices`}
          </ButtonLink>
        )}
        {next !== null && (
          <ButtonLink look="soft" size="small" to={address(next)}>
            {t`Older invoices`}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
