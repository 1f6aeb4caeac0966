import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { locale, t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import { queryOf } from "#app/features/admin/inputs.ts";
import { Pager } from "#app/features/admin/ui/pager.tsx";
import { appealQuery } from "#app/features/moderation/inputs.ts";
import { appealQueue, openAppeals } from "#app/features/moderation/queries.ts";
import { AppealEntry } from "#app/features/moderation/ui/appeal-entry.tsx";
import { Link } from "#app/ui/link.tsx";
import "./admin.css";

const rowsAPage = 20;

/** What members answer to decisions of the admins. See docs/moderation.md. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db }) => {
    const { state, cursor } = queryOf(request, appealQuery);
    const [page, open] = await Promise.all([
      appealQueue(db, { state, cursor, limit: rowsAPage }),
      openAppeals(db),
    ]);
    return { ...page, open, state, isFirst: cursor === undefined };
  });
}

const filters = [
  ["open", t`Open`, t`Every appeal has been answered.`],
  ["granted", t`Granted`, t`No appeal has been granted yet.`],
  ["declined", t`Declined`, t`No appeal has been declined yet.`],
] as const;

const address = (query: Record<string, string | null>) =>
  paths.dashboardPage("admin/appeals", query);

export default function Appeals() {
  const { items, next, open, state, isFirst } = useLoaderData<typeof loader>();
  const shown = state === "open" ? null : state;
  const [, , none] = filters.find(([value]) => value === state) ?? filters[0];
  return (
    <>
      <PageHead title={t`Appeals`} />
      <header className="admin-head">
        <h1 className="title-large">{t`Appeals`}</h1>
        <p className="text-ink-2">{t`${open.toLocaleString(locale("en"))} open`}</p>
      </header>
      <div className="admin-tools">
        <SegmentNav label={t`Status`} small>
          {filters.map(([value, label]) => (
            <Link
              key={value}
              to={address({ state: value === "open" ? null : value })}
              aria-current={value === state ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </SegmentNav>
      </div>
      {items.length === 0 ? (
        <EmptyState title={t`No appeals here`}>{none}</EmptyState>
      ) : (
        <ul>
          {items.map((appeal) => (
            <AppealEntry key={appeal.id} appeal={appeal} />
          ))}
        </ul>
      )}
      <Pager
        first={isFirst ? null : address({ state: shown })}
        next={next && address({ state: shown, cursor: next })}
      />
    </>
  );
}
