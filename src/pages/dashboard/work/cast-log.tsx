import { useMemo, useRef, useState } from "react";
import { redirect, useLoaderData, useRevalidator, type LoaderFunctionArgs } from "react-router";
import { locale, plural, t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { daysOf } from "#app/rules/cast-days.ts";
import { castLimits } from "#app/rules/cast-limits.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { MoreButton } from "#app/ui/more-button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { castLog } from "#app/features/generation/queries.ts";
import { castFacets } from "#app/features/generation/queries/log.ts";
import { api } from "#app/features/generation/ui/api.ts";
import { useOfferedCasts } from "#app/features/generation/ui/cast-pictures.ts";
import { GridRow } from "#app/features/generation/ui/grid-row.tsx";
import { LogRow } from "#app/features/generation/ui/log-row.tsx";
import { LogFilterBar } from "#app/features/generation/ui/log-filter-bar.tsx";
import { readFilters } from "#app/features/generation/ui/log-filters.ts";
import { SelectBar } from "#app/features/generation/ui/select-bar.tsx";
import { useCasts } from "#app/features/generation/ui/use-casts.ts";
import { useEvents } from "#app/features/notifications/ui/events.tsx";
import { useAutomaticPages } from "#app/features/pictures/ui/use-automatic-pages.ts";
import { Link } from "#app/ui/link.tsx";
import "./cast-log.css";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

const firstCasts = 40;
/** Name of the list of pictures that the dialog steps through. */
const listName = "cast log";

export function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  return pageData(context, async ({ db }, actor) => {
    if (actor.role === "guest") throw redirect(paths.login({ next: pathname + search }));
    const filters = readFilters(searchParams);
    const [casts, facets] = await Promise.all([
      castLog(db, actor.userId, { ...filters, limit: firstCasts }),
      castFacets(db, actor.userId),
    ]);
    return { casts, facets, filters, now: new Date().toISOString() };
  });
}

/** Reads the counts anew when a cast arrives that was not there before, once for each. */
function useCounts(casts: readonly { id: string }[]): () => Promise<void> {
  const { revalidate } = useRevalidator();
  const counted = useRef(new Set<string>());
  useEvents((event) => {
    if (event.name === "opened" || !event.name.startsWith("generation.")) return;
    const { generationId: id } = event.payload;
    if (typeof id !== "string" || counted.current.has(id)) return;
    counted.current.add(id);
    if (casts.every((cast) => cast.id !== id)) void revalidate();
  });
  return revalidate;
}

type Bulk = { ids: readonly string[]; action: "publish" | "hide" | "delete" };

type ListTools = {
  drop: (ids: ReadonlySet<string>) => void;
  read: (id: string) => Promise<void>;
  recount: () => Promise<void>;
};

function useBulk({ drop, read, recount }: ListTools) {
  return useMutation(
    ({ ids, action }: Bulk) =>
      api.post("/api/generations/bulk", { json: { ids: [...ids], action } }),
    {
      parallel: true,
      async onDone({ changed }, { ids, action }) {
        if (action === "delete") {
          drop(new Set(ids));
          void recount();
        } else await Promise.all(ids.map(read));
        const said = {
          delete: plural(
            changed,
            "1 cast is removed from the log. The pictures stay.",
            "# casts are removed from the log. The pictures stay.",
          ),
          hide: plural(changed, "1 picture is private now", "# pictures are private now"),
          publish: plural(changed, "1 picture is public now", "# pictures are public now"),
        };
        void showToast("success", said[action]);
      },
    },
  );
}

export default function CastLog() {
  const { casts: rendered, facets, filters, now } = useLoaderData<typeof loader>();
  const { casts, read, cancel, drop, next, reading, readMore } = useCasts(rendered, filters);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const recount = useCounts(casts);
  const { busy, run } = useBulk({ drop, read, recount });
  useOfferedCasts(listName, casts, next === null ? null : readMore);
  const hydrated = useHydrated();
  const end = useRef<HTMLDivElement>(null);
  useAutomaticPages(end, next !== null && reading === "idle", readMore);
  const zone = hydrated ? undefined : "UTC";
  const clock = new Intl.DateTimeFormat(locale("en-GB"), { timeStyle: "short", timeZone: zone });
  const days = daysOf(casts, new Date(now), zone);
  const isFiltered = Object.keys(filters).length > 0;
  const selected = casts.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const pictureIds = useMemo(
    () =>
      casts
        .filter(({ id }) => chosen.has(id))
        .flatMap(({ progress }) => progress.flatMap(({ picture }) => picture?.id ?? [])),
    [casts, chosen],
  );

  function choose(id: string, on: boolean) {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    if (next.size <= castLimits.chosen) setChosen(next);
  }

  return (
    <>
      <PageHead title={t`Cast log`} />
      <header className="mb-5 flex flex-wrap items-baseline gap-4">
        <h1 className="title-large">{t`Cast log`}</h1>
        <span className="text-ink-2 max-md:hidden">
          {plural(facets.total, "1 cast", "# casts")}
        </span>
      </header>
      <LogFilterBar filters={filters} facets={facets} />
      {days.map(({ key, label, items }) => (
        <section key={key} aria-labelledby={`day-${key}`}>
          <h2 className="day" id={`day-${key}`}>
            {label}
          </h2>
          <ul>
            {items.map((cast) =>
              cast.grid ? (
                <li key={cast.id}>
                  <GridRow
                    grid={cast.grid}
                    time={clock.format(new Date(cast.createdAt))}
                    onChanged={() => void read(cast.id)}
                    onDeleted={() => {
                      drop(new Set([cast.id]));
                      void recount();
                    }}
                  />
                </li>
              ) : (
                <LogRow
                  key={cast.id}
                  cast={cast}
                  list={listName}
                  time={clock.format(new Date(cast.createdAt))}
                  chosen={chosen.has(cast.id)}
                  onChoose={(on) => choose(cast.id, on)}
                  onCancel={() => void cancel(cast.id)}
                  onDelete={() => void run({ ids: [cast.id], action: "delete" })}
                />
              ),
            )}
          </ul>
        </section>
      ))}
      {casts.length === 0 && (
        <EmptyState title={isFiltered ? t`No casts match` : t`No casts yet`}>
          {isFiltered ? (
            <Link className="link" to={paths.castLog()}>
              {t`Show every cast`}
            </Link>
          ) : (
            <Link className="link" to={paths.studio()}>
              {t`Cast the first`}
            </Link>
          )}
        </EmptyState>
      )}
      <div ref={end} />
      {next !== null && <MoreButton reading={reading} onMore={() => void readMore()} />}
      {selected.length > 0 && (
        <SelectBar
          ids={selected}
          pictureIds={pictureIds}
          busy={busy}
          onAction={(action) =>
            void run({ ids: selected, action }).then(() => setChosen(new Set<string>()))
          }
          onClear={() => setChosen(new Set())}
        />
      )}
    </>
  );
}
