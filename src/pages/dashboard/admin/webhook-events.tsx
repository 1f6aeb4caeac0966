import { useEffect } from "react";
import { useLoaderData, useNavigate, useRevalidator, type LoaderFunctionArgs } from "react-router";
import { queryOf } from "#app/features/admin/inputs.ts";
import { eventQuery } from "#app/features/admin/inputs/payments.ts";
import { api } from "#app/features/admin/ui/api.ts";
import { CsvLink } from "#app/features/admin/ui/csv-link.tsx";
import { EventDialog } from "#app/features/admin/ui/event-dialog.tsx";
import { EventTable } from "#app/features/admin/ui/event-table.tsx";
import { Pager } from "#app/features/admin/ui/pager.tsx";
import { SearchForm } from "#app/features/admin/ui/search-form.tsx";
import { BulkBar } from "#app/features/admin/ui/selection.tsx";
import { useSelection } from "#app/features/admin/ui/use-selection.ts";
import { useFreshFactor } from "#app/features/identity/ui/fresh-factor.tsx";
import { paymentEvent, paymentEvents } from "#app/features/payments/queries.ts";
import { plural, t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import { showToast } from "#app/ui/toast.ts";
import "./admin.css";

const rowsAPage = 40;
/** While an event waits, the page looks again what became of it. */
const lookAgainMs = 1_500;

/** Events of the provider of payments, with replay. See docs/product.md 2.13, acceptance row AD-08. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db }) => {
    const { state, q = "", cursor } = queryOf(request, eventQuery);
    const id = new URL(request.url).searchParams.get("event");
    const [page, open] = await Promise.all([
      paymentEvents(db, { state, q, cursor, limit: rowsAPage }),
      id === null ? null : paymentEvent(db, id),
    ]);
    return { ...page, open, state: state ?? null, q, cursor: cursor ?? null };
  });
}

const filters = [
  [null, t`All`],
  ["received", t`Waiting`],
  ["done", t`Done`],
  ["ignored", t`Ignored`],
  ["failed", t`Failed`],
] as const;

const address = (query: Record<string, string | null>) =>
  paths.dashboardPage("admin/webhook-events", query);

export default function WebhookEvents() {
  const { items, next, open, state, q, cursor } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const selection = useSelection(items.map(({ id }) => id));
  const words = q === "" ? null : q;
  const here = { state, q: words, cursor };
  const waits = items.some((item) => item.state === "received") || open?.state === "received";
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setInterval(() => void revalidate(), lookAgainMs);
    return () => clearInterval(timer);
  }, [waits, revalidate]);
  const { guard, dialog } = useFreshFactor();
  const { run, busy } = useMutation(
    (ids: readonly string[]) =>
      guard(() => api.post("/api/admin/webhook-events/replay", { json: { ids: [...ids] } })),
    {
      reloads: true,
      onDone({ queued }) {
        selection.clear();
        void showToast(
          "success",
          plural(queued, "# event given to a worker again", "# events given to a worker again"),
        );
      },
    },
  );
  return (
    <>
      <PageHead title={t`Webhook events`} />
      <h1 className="title-large">{t`Webhook events`}</h1>
      <div className="admin-tools">
        <SearchForm
          label={t`Search events`}
          placeholder={t`Kind, event or object`}
          value={q}
          keep={{ state }}
        />
        <SegmentNav label={t`State`} small>
          {filters.map(([value, label]) => (
            <Link
              key={label}
              to={address({ state: value, q: words })}
              aria-current={value === state ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </SegmentNav>
        <CsvLink list="webhook-events" query={{ state, q: words }} />
      </div>
      {items.length === 0 ? (
        <EmptyState title={t`No events here`}>
          {q === "" && state === null
            ? t`The provider of payments has not sent anything yet.`
            : t`None fits these words and filters.`}
        </EmptyState>
      ) : (
        <EventTable
          events={items}
          selection={selection}
          addressOf={(id) => address({ ...here, event: id })}
        />
      )}
      <BulkBar
        selection={selection}
        selected={(count) => plural(count, "# event selected", "# events selected")}
      >
        <Button look="primary" size="small" disabled={busy} onClick={() => void run(selection.ids)}>
          {t`Replay`}
        </Button>
      </BulkBar>
      <Pager
        first={cursor === null ? null : address({ state, q: words })}
        next={next && address({ state, q: words, cursor: next })}
      />
      {open && (
        <EventDialog
          event={open}
          busy={busy}
          onReplay={() => void run([open.id])}
          onClose={() => void navigate(address(here), { preventScrollReset: true })}
        />
      )}
      {dialog}
    </>
  );
}
