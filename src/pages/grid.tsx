import { useState } from "react";
import { data, useLoaderData, useNavigate, type LoaderFunctionArgs } from "react-router";
import { plural, t } from "#app/language/message.ts";
import { pageData, type PageProblem } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { firstClick } from "#app/ui/first-click.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { Slider } from "#app/ui/slider.tsx";
import { SteadyLabel } from "#app/ui/steady-label.tsx";
import { useCopy } from "#app/ui/use-copy.ts";
import { written } from "#app/ui/written.ts";
import { gridById } from "#app/features/generation/queries/grids.ts";
import { api } from "#app/features/generation/ui/api.ts";
import { GridTable, gridTiles } from "#app/features/generation/ui/grid-table.tsx";
import { useLiveGrid } from "#app/features/generation/ui/use-live-grid.ts";
import { PageCard } from "#app/features/pictures/ui/page-card.tsx";
import { useOfferedList } from "#app/features/pictures/ui/picture-lists.ts";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

const missing: PageProblem = {
  title: t`This grid is not here`,
  detail: t`It was deleted, or its owner keeps it private.`,
  requestId: "",
};

/** The grid's page: its owner's, or shared with everybody who may see one of its pictures. */
export function loader({ params, context }: LoaderFunctionArgs) {
  return pageData(context, async ({ db }, actor) => {
    const grid = await gridById(db, actor, params.id ?? "");
    if (grid === null) throw data(missing, { status: 404 });
    return { grid, maySettings: actor.role !== "guest" && grid.prompt !== null };
  });
}

type ToolsProps = {
  grid: ReturnType<typeof useLiveGrid>["grid"];
  again: () => Promise<void>;
};

function OwnerTools({ grid, again }: ToolsProps) {
  const { id, isPublic, casts } = grid;
  const param = { id };
  const navigate = useNavigate();
  const sharing = useMutation(
    () => api.patch("/api/grids/:id", { param, json: { isPublic: !isPublic } }),
    { onDone: () => again() },
  );
  const cancelling = useMutation(() => api.post("/api/grids/:id/cancel", { param }), {
    onDone: () => again(),
  });
  const removal = useMutation(() => api.delete("/api/grids/:id", { param }), {
    async onDone() {
      await navigate(paths.castLog());
    },
  });
  const isOpen = casts.some(({ cast }) => cast.finishedAt === null);
  return (
    <>
      <Button look="outline" disabled={sharing.busy} onClick={() => void sharing.run()}>
        <SteadyLabel
          texts={[t`Publish`, t`Make private`]}
          shown={isPublic ? t`Make private` : t`Publish`}
        />
      </Button>
      {isOpen ? (
        <Button
          look="quiet"
          danger
          disabled={cancelling.busy}
          onClick={() => void cancelling.run()}
        >
          {t`Cancel`}
        </Button>
      ) : (
        <Button look="quiet" disabled={removal.busy} onClick={firstClick(() => void removal.run())}>
          {t`Delete`}
        </Button>
      )}
    </>
  );
}

export default function GridPage() {
  const loaded = useLoaderData<typeof loader>();
  const { grid, again } = useLiveGrid(loaded.grid);
  const { copy } = useCopy();
  const [zoom, setZoom] = useState(30);
  const { id, prompt, owner, pictures, isOwn, isPublic, casts } = grid;
  const list = `grid ${id}`;
  const tiles = gridTiles(grid);
  useOfferedList(list, { pictures: tiles, more: null });
  const title = prompt ?? t`A grid`;
  const [cover] = tiles;
  const first = casts.at(0)?.cast;
  const begun = { source: first?.source?.pictureId, upload: first?.sourceUploadId };
  const open = casts.filter(({ cast }) => cast.finishedAt === null).length;
  const about = t`${pictures} pictures in a grid by ${owner.name}`;
  return (
    <div className="px-(--page) pt-3 pb-10">
      <PageHead title={t`Grid: ${title}`} description={about} />
      {!isPublic && <meta name="robots" content="noindex" />}
      <PageCard
        path={paths.grid(id)}
        title={title.slice(0, 120)}
        description={about}
        picture={cover && { slug: cover.slug, title: cover.title }}
      />
      <header className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <h1 {...written} className="title-medium wrap-anywhere">
            {title}
          </h1>
          <p className="facts-line">
            <span>{owner.name}</span>
            <span>{plural(pictures, "# picture", "# pictures")}</span>
            {isOwn && <span>{isPublic ? t`public` : t`private`}</span>}
            <output>{open > 0 && plural(open, "# still to come", "# still to come")}</output>
          </p>
        </div>
        <label className="grid-zoom text-12h text-ink-3">
          {t`Zoom`}
          <Slider value={zoom} onChange={setZoom} />
        </label>
        <div className="flex flex-wrap gap-2">
          {loaded.maySettings && (
            <ButtonLink look="outline" to={paths.studio({ grid: id, ...begun })}>
              {t`Use these settings`}
            </ButtonLink>
          )}
          {isPublic && (
            <Button
              look="outline"
              onClick={() => copy(location.href, t`Link copied. Ready to echo.`)}
            >
              {t`Share`}
            </Button>
          )}
          {isOwn && <OwnerTools grid={grid} again={again} />}
        </div>
      </header>
      <GridTable grid={grid} list={list} zoom={zoom} />
    </div>
  );
}
