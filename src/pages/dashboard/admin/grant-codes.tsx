import { lazy, Suspense, useState } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import { queryOf } from "#app/features/admin/inputs.ts";
import { Pager } from "#app/features/admin/ui/pager.tsx";
import { grantCodeQuery } from "#app/features/billing/inputs.ts";
import { grantCodes } from "#app/features/billing/queries/grant-codes.ts";
import { GrantCodeTable } from "#app/features/billing/ui/grant-code-table.tsx";
import { Link } from "#app/ui/link.tsx";
import "./admin.css";

const rowsAPage = 40;

const GrantCodeDialog = lazy(async () => ({
  default: (await import("#app/features/billing/ui/grant-code-dialog.tsx")).GrantCodeDialog,
}));

/** Codes that members redeem for credits. See docs/product.md 2.13. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db }) => {
    const { state, cursor } = queryOf(request, grantCodeQuery);
    const page = await grantCodes(db, { state, cursor, limit: rowsAPage });
    return { ...page, state, isFirst: cursor === undefined };
  });
}

const filters = [
  ["all", t`All`],
  ["open", t`Valid`],
  ["used", t`Used up`],
  ["expired", t`Expired`],
  ["revoked", t`Revoked`],
] as const;

const address = (query: Record<string, string | null>) =>
  paths.dashboardPage("admin/grant-codes", query);

export default function GrantCodes() {
  const { items, next, state, isFirst } = useLoaderData<typeof loader>();
  const [dialog, setDialog] = useState<{ round: number; open: boolean } | null>(null);
  const shown = state === "all" ? null : state;
  return (
    <>
      <PageHead title={t`Grant codes`} />
      <div className="admin-head">
        <h1 className="title-large">{t`Grant codes`}</h1>
        <Button
          look="primary"
          size="small"
          onClick={() => setDialog({ round: (dialog?.round ?? 0) + 1, open: true })}
        >
          {t`New grant code`}
        </Button>
      </div>
      <div className="admin-tools">
        <SegmentNav label={t`State`} small>
          {filters.map(([value, label]) => (
            <Link
              key={value}
              to={address({ state: value === "all" ? null : value })}
              aria-current={value === state ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </SegmentNav>
        <p className="text-13 text-ink-3">{t`Members redeem a code on Plan & usage, once each.`}</p>
      </div>
      {items.length === 0 ? (
        <EmptyState title={t`No grant codes`}>
          {state === "all"
            ? t`A code gives credits to whoever you send it to.`
            : t`No code is in this state.`}
        </EmptyState>
      ) : (
        <GrantCodeTable codes={items} />
      )}
      <Pager
        first={isFirst ? null : address({ state: shown })}
        next={next && address({ state: shown, cursor: next })}
      />
      {dialog && (
        <Suspense>
          <GrantCodeDialog
            key={dialog.round}
            open={dialog.open}
            onClose={() => setDialog({ ...dialog, open: false })}
          />
        </Suspense>
      )}
    </>
  );
}
