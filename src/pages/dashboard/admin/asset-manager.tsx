import { FlagIcon } from "@phosphor-icons/react/dist/csr/Flag";
import { UploadSimpleIcon } from "@phosphor-icons/react/dist/csr/UploadSimple";
import { useRef } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { locale, m, plural, t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { assetCounts, assets, openReports } from "#app/features/pictures/queries.ts";
import { assetQuery, queryOf } from "#app/features/admin/inputs.ts";
import { AssetPanel } from "#app/features/admin/ui/asset-panel.tsx";
import { AssetTable } from "#app/features/admin/ui/asset-table.tsx";
import { Pager } from "#app/features/admin/ui/pager.tsx";
import { SearchForm } from "#app/features/admin/ui/search-form.tsx";
import {
  mostChosen,
  useChosenAssets,
  useEditKey,
} from "#app/features/admin/ui/use-chosen-assets.ts";
import { Link } from "#app/ui/link.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import "#app/ui/table.css";
import "./admin.css";
import "./asset-manager.css";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

const rowsAPage = 40;

/** All pictures in every state, for admins. See docs/product.md 2.13. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return adminData(context, async ({ db }) => {
    const { state, q = "", cursor } = queryOf(request, assetQuery);
    const [page, counts, reports] = await Promise.all([
      assets(db, { state, q, cursor, limit: rowsAPage }),
      assetCounts(db),
      openReports(db),
    ]);
    return { ...page, counts, reports, state, q, isFirst: cursor === undefined };
  });
}

const filters = [
  ["all", t`All`],
  ["waiting", t`Waiting`],
  ["approved", t`Approved`],
  ["rejected", t`Rejected`],
  ["picked", t`Picks`],
  ["removed", t`Deleted`],
] as const;

/** A count that is capped at a limit. */
const counted = (count: number, most: number) =>
  count.toLocaleString(locale("en")) + (count >= most ? "+" : "");

const address = (query: Record<string, string | null>) =>
  paths.dashboardPage("admin/asset-manager", query);

export default function AssetManager() {
  const { items, next, counts, reports, state, q, isFirst } = useLoaderData<typeof loader>();
  const { selection, chosen, addAll, isAdding } = useChosenAssets(items, { state, q });
  const firstField = useRef<HTMLInputElement>(null);
  useEditKey(chosen.length > 0, firstField);
  const isMore = selection.state === "all" && next !== null && chosen.length < mostChosen;
  const shownState = state === "all" ? null : state;
  const shownWords = q === "" ? null : q;
  return (
    <>
      <PageHead title={t`Asset manager`} />
      <header className="admin-head">
        <h1 className="title-large">{t`Asset manager`}</h1>
        <p className="text-ink-2">
          {plural(
            counts.all,
            m`${counted(counts.all, counts.most)} images, ${counted(counts.waiting, counts.most)} waiting`,
            m`${counted(counts.all, counts.most)} images, ${counted(counts.waiting, counts.most)} waiting`,
          )}
        </p>
        <ButtonLink look="soft" size="small" to={paths.dashboardPage("admin/reports")}>
          <FlagIcon size={16} aria-hidden />
          {t`Reports`}
          {reports > 0 && <span className="number">{reports.toLocaleString(locale("en"))}</span>}
        </ButtonLink>
        <ButtonLink look="soft" size="small" to={paths.dashboardPage("upload")}>
          <UploadSimpleIcon size={16} aria-hidden />
          {t`Upload`}
        </ButtonLink>
      </header>
      <div className="admin-tools">
        <SearchForm
          label={t`Search assets`}
          placeholder={t`Title, prompt, file or @creator`}
          value={q}
          keep={{ state: shownState }}
        />
        <SegmentNav label={t`Status`} small>
          {filters.map(([value, label]) => (
            <Link
              key={value}
              to={address({ state: value === "all" ? null : value, q: shownWords })}
              aria-current={value === state ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </SegmentNav>
      </div>
      {items.length === 0 ? (
        <EmptyState title={t`No images here`}>
          {q === "" ? t`No image has this status.` : t`Try fewer words, or another state.`}
        </EmptyState>
      ) : (
        <div className="assets" data-open={chosen.length > 0 || undefined}>
          <div className="min-w-0">
            {chosen.length > 0 && (
              <div className="assets-chosen">
                <output>{t`${chosen.length.toLocaleString(locale("en"))} selected`}</output>
                {isMore && (
                  <Button
                    look="soft"
                    size="small"
                    disabled={isAdding}
                    onClick={() => void addAll()}
                  >
                    {t`Select all that match, up to ${mostChosen}`}
                  </Button>
                )}
              </div>
            )}
            <AssetTable items={items} selection={selection} />
            <p className="assets-keys">
              {t`Arrow keys go through the rows, with Shift they select on the way; E leads to the fields, Ctrl Enter applies them.`}
            </p>
          </div>
          {chosen.length > 0 && (
            <AssetPanel chosen={chosen} firstField={firstField} onDone={selection.clear} />
          )}
        </div>
      )}
      <Pager
        first={isFirst ? null : address({ state: shownState, q: shownWords })}
        next={next && address({ state: shownState, q: shownWords, cursor: next })}
      />
    </>
  );
}
