import { ImageSquareIcon } from "@phosphor-icons/react/dist/csr/ImageSquare";
import { ImagesSquareIcon } from "@phosphor-icons/react/dist/csr/ImagesSquare";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLoaderData, useNavigate, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { escapeTemplate } from "#app/rules/prompt-template.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { MoreButton } from "#app/ui/more-button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Cast } from "#app/features/generation/queries.ts";
import { useOfferedCasts } from "#app/features/generation/ui/cast-pictures.ts";
import { CastRow } from "#app/features/generation/ui/cast-row.tsx";
import { Composer } from "#app/features/generation/ui/composer.tsx";
import {
  castBody,
  draftOfCast,
  draftOfSettings,
  editOfCast,
  emptyDraft,
  type Draft,
} from "#app/features/generation/ui/draft.ts";
import { reuseAddress } from "#app/features/generation/ui/edit-words.ts";
import { chooseEngine } from "#app/features/generation/ui/engines.ts";
import { FirstSteps } from "#app/features/generation/ui/first-steps.tsx";
import { sideDraftOf } from "#app/features/generation/ui/grid-axes.ts";
import type { Sides } from "#app/features/generation/ui/grid-part.tsx";
import { GridRow } from "#app/features/generation/ui/grid-row.tsx";
import { PickReferences } from "#app/features/generation/ui/pick-references.tsx";
import { useCast } from "#app/features/generation/ui/use-cast.ts";
import { useCasts } from "#app/features/generation/ui/use-casts.ts";
import { useDraft } from "#app/features/generation/ui/use-draft.ts";
import { useEngines } from "#app/features/generation/ui/use-engines.ts";
import { usePress } from "#app/features/generation/ui/use-press.ts";
import { focusPrompt } from "#app/features/generation/ui/use-prompt-focus.ts";
import { useReferences } from "#app/features/generation/ui/use-references.ts";
import { typedPrompt } from "#app/features/generation/ui/typed-prompt.ts";
import { useSource } from "#app/features/generation/ui/use-source.ts";
import "#app/features/models/ui/first-models.css";
import { SegmentNav } from "#app/ui/segment.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Link } from "#app/ui/link.tsx";
import { readPictures } from "./read-pictures.ts";
import { readStudio } from "./read-studio.ts";
import { startOf } from "./start.ts";
import "./remix.css";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

/** Only the first admin of a site is shown it. */
const FirstModels = lazy(async () => ({
  default: (await import("#app/features/models/ui/first-models.tsx")).FirstModels,
}));

/** Loaded when it is first opened. */
const VaryDialog = lazy(() => import("#app/features/generation/ui/vary-dialog.tsx"));

/** Name of the list of pictures that the dialog steps through. */
const listName = "studio";

export function loader({ request, context }: LoaderFunctionArgs) {
  return pageData(context, (services, actor) => readStudio(services, actor, new URL(request.url)));
}

const sourceIn = (cast: Cast) =>
  cast.sourceUploadId === null
    ? { source: cast.source?.pictureId }
    : { upload: cast.sourceUploadId };

export default function Studio() {
  const loaded = useLoaderData<typeof loader>();
  const { memberId, source, kits, sourceMissing, referenceMissing } = loaded;
  const { casts, read, cancel, next, reading, readMore } = useCasts(loaded.casts);
  useOfferedCasts(listName, casts, next === null ? null : readMore);
  const form = useRef<HTMLFormElement>(null);
  const asked = { remixing: source !== null };
  const { draft, change, changeBy, startTaken } = useDraft(
    form,
    memberId,
    source,
    startOf(loaded),
    (begun) => chooseEngine(loaded.engines, begun, asked)?.can.references ?? null,
  );
  const { cast, busy, refusal } = useCast(read);
  const press = usePress(cast, refusal);
  const [open, setOpen] = useState(false);
  const begun = loaded.grid;
  const [vary, setVary] = useState({ asked: begun !== null, open: begun !== null });
  const [sides, setSides] = useState<Sides>({
    columns: sideDraftOf(begun?.columns),
    rows: sideDraftOf(begun?.rows),
  });
  const engines = useEngines(loaded.engines, open);
  const choice = chooseEngine(engines, draft, asked);
  const navigate = useNavigate();
  const before = useRef<Draft | null>(null);
  const references = useReferences(draft.references, changeBy, choice);
  const taker = useSource((found, uploadId) => {
    before.current = draft;
    // Of this upload, so that they still apply once it is the source.
    change({ ...draftOfSettings(found), sourceId: uploadId });
  }, references);

  // Once the start values are in the draft, a reload must not overwrite the member's changes.
  const place =
    source && (source.kind === "upload" ? { upload: source.id } : { source: source.id });
  const address = paths.studio(place ?? {});
  useEffect(() => {
    if (startTaken) void navigate(address, { replace: true, preventScrollReset: true });
  }, [startTaken, address, navigate]);

  function reuse(from: Cast, text?: string) {
    if (from.edit !== null) {
      void navigate(reuseAddress(from));
      return;
    }
    const drawn = text !== undefined && { prompt: escapeTemplate(text), each: false };
    change({ ...draftOfCast(from), ...drawn });
    void navigate(paths.studio(sourceIn(from)), { preventScrollReset: true });
  }
  function again(from: Cast) {
    const body = castBody({ ...emptyDraft, ...draftOfCast(from) }, refOf(from));
    void press({ ...body, ...editOfCast(from) });
  }

  return (
    <>
      <PageHead title={t`Create/Remix`} />
      <header className="mb-4.5 flex flex-wrap items-center gap-4">
        <h1 className="title-medium">{t`Create/Remix`}</h1>
        <SegmentNav label={t`Mode`}>
          <Link to={paths.studio()} aria-current={source ? undefined : "page"} preventScrollReset>
            {t`Create`}
          </Link>
          <a
            href="#source"
            aria-current={source ? "page" : undefined}
            onClick={(event) => {
              event.preventDefault();
              if (source === null) taker.ask("remix");
            }}
          >
            {t`Remix`}
          </a>
        </SegmentNav>
        <span className="ms-auto flex">
          <ButtonLink look="quiet" size="small" to={paths.dashboardPage("studio/queue")}>
            {t`Queue`}
          </ButtonLink>
          <ButtonLink look="quiet" size="small" to={paths.castLog()}>
            {t`Cast log`}
          </ButtonLink>
        </span>
      </header>
      {sourceMissing && (
        <Alert calm className="mb-6">
          {t`The picture to remix is not here: it was removed or made private.`}
        </Alert>
      )}
      {referenceMissing && (
        <Alert calm className="mb-6">
          {t`The picture to refer to is not here: it was removed or made private.`}
        </Alert>
      )}
      {casts.map((one) =>
        one.grid ? (
          <GridRow key={one.id} grid={one.grid} onChanged={() => void read(one.id)} />
        ) : (
          <CastRow
            key={one.id}
            cast={one}
            list={listName}
            onCancel={() => cancel(one.id)}
            onReuse={(text) => reuse(one, text)}
            onVary={() => again(one)}
            onChanged={() => void read(one.id)}
            onCast={(id) => void read(id)}
            priceFactor={
              engines.find(({ id }) => id === one.engine.id)?.priceFactor ?? one.priceFactor
            }
          />
        ),
      )}
      {casts.length === 0 && loaded.firstModels && (
        <Suspense>
          <FirstModels
            models={loaded.firstModels.items}
            machine={loaded.firstModels.machine}
            onSketch={() => focusPrompt(form.current)}
          />
        </Suspense>
      )}
      {casts.length === 0 && choice && (
        <FirstSteps
          examples={loaded.examples}
          choice={choice}
          onPrompt={(prompt) => {
            change({ prompt });
            focusPrompt(form.current);
          }}
        />
      )}
      {next !== null && <MoreButton reading={reading} onMore={() => void readMore()} />}
      <div className="composer-space" />
      {taker.over && (
        <div className="drop-overlay" aria-hidden>
          <div data-drop="source" data-over={taker.over === "source"}>
            <ImageSquareIcon size={32} />
            {t`Drop a picture to begin from it`}
          </div>
          {!references.isFull && (
            <div data-drop="reference" data-over={taker.over === "reference"}>
              <ImagesSquareIcon size={32} />
              {t`Drop a picture to refer to it`}
            </div>
          )}
        </div>
      )}
      {choice ? (
        <Composer
          form={form}
          draft={draft}
          change={change}
          source={source}
          asked={asked}
          engines={engines}
          choice={choice}
          kits={kits}
          hasHelp={loaded.hasHelp}
          taker={taker}
          references={references}
          onVary={() => setVary({ asked: true, open: true })}
          onUndoSettings={() => before.current && change(before.current)}
          history={casts.map(typedPrompt)}
          open={open}
          setOpen={setOpen}
          busy={busy}
          refusal={refusal}
          onCast={(body) => void press(body)}
        />
      ) : (
        <Alert>{t`No engine answers right now. What you cast before is safe.`}</Alert>
      )}
      <PickReferences references={references} readPictures={readPictures} />
      {vary.asked && choice && (
        <Suspense>
          <VaryDialog
            open={vary.open}
            onClose={() => setVary({ asked: true, open: false })}
            draft={draft}
            change={change}
            choice={choice}
            engines={engines}
            kits={kits}
            source={source}
            sides={sides}
            onSides={setSides}
          />
        </Suspense>
      )}
    </>
  );
}

/** The source of a cast, for the API. */
function refOf({ source, sourceUploadId }: Cast) {
  if (sourceUploadId !== null) return { kind: "upload", id: sourceUploadId } as const;
  return source && ({ kind: "picture", id: source.pictureId } as const);
}
