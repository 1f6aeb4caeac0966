import { useEffect, useRef, useState } from "react";
import { Link, redirect, useLoaderData, useNavigate, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { castLimits } from "#app/rules/cast-limits.ts";
import { examples } from "#app/rules/example-prompts.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { MoreButton } from "#app/ui/more-button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { castById, castLog, type Cast } from "#app/features/generation/queries.ts";
import { listEngines } from "#app/features/generation/queries/engines.ts";
import { offeredTo } from "#app/features/generation/queries/own-engines.ts";
import { listKits } from "#app/features/generation/queries/kits.ts";
import { sourceOf } from "#app/features/generation/queries/source.ts";
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
import { useCast } from "#app/features/generation/ui/use-cast.ts";
import { useCasts } from "#app/features/generation/ui/use-casts.ts";
import { useDraft } from "#app/features/generation/ui/use-draft.ts";
import { useEngines } from "#app/features/generation/ui/use-engines.ts";
import { usePress } from "#app/features/generation/ui/use-press.ts";
import { focusPrompt } from "#app/features/generation/ui/use-prompt-focus.ts";
import { useSource } from "#app/features/generation/ui/use-source.ts";
import { SegmentNav } from "#app/ui/segment.tsx";
import { Alert } from "#app/ui/alert.tsx";
import "./remix.css";

export { keepsData as shouldRevalidate } from "#app/ui/modal.tsx";

const firstCasts = 12;
/** Name of the list of pictures that the dialog steps through. */
const listName = "studio";
/** How long the page waits for an engine's capabilities, in ms; the browser then asks again. */
const engineWaitMs = 600;

/** The initial prompt, which links from the prompt guide contain. */
function wordsOf(query: URLSearchParams): string | null {
  const words = Array.from(query.get("prompt")?.trim() ?? "").slice(0, castLimits.prompt.max);
  return words.join("") || null;
}

export function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const [sourceId, uploadId, reuseId] = ["source", "upload", "reuse"].map((key) => query.get(key));
  const words = wordsOf(query);
  const kit = query.get("kit");
  return pageData(context, async (services, actor) => {
    const { db } = services;
    if (actor.role === "guest") {
      const { pathname, search } = new URL(request.url);
      throw redirect(paths.login({ next: pathname + search }));
    }
    const [casts, engines, source, kits, reused] = await Promise.all([
      castLog(db, actor.userId, { limit: firstCasts }),
      listEngines(services, { waitMs: engineWaitMs, health: false }).then((engines) =>
        offeredTo(services, actor, engines),
      ),
      sourceOf(db, actor, { sourceId, uploadId }),
      listKits(db, actor),
      reuseId === null ? null : castById(db, actor.userId, reuseId),
    ]);
    return {
      memberId: actor.userId,
      casts,
      examples: casts.items.length === 0 ? examples : [],
      engines,
      source,
      kits: [...kits.own, ...kits.curated, ...kits.shared],
      words,
      kit,
      reused,
      hasHelp: services.promptHelper !== null,
      sourceMissing: (sourceId !== null || uploadId !== null) && source === null,
    };
  });
}

type Loaded = Pick<Awaited<ReturnType<typeof loader>>, "words" | "kit" | "reused" | "kits">;

/** The start values in the URL. */
function startOf({ words, kit, reused, kits }: Loaded): Partial<Draft> | null {
  const chosen = kits.find(({ id }) => id === kit);
  if (words === null && reused === null && !chosen) return null;
  return {
    ...(reused && draftOfCast(reused)),
    ...(words !== null && { prompt: words }),
    ...(chosen && { kit: chosen.id }),
  };
}

const sourceIn = (cast: Cast) =>
  cast.sourceUploadId === null
    ? { source: cast.source?.pictureId }
    : { upload: cast.sourceUploadId };

export default function Studio() {
  const loaded = useLoaderData<typeof loader>();
  const { memberId, source, kits, sourceMissing } = loaded;
  const { casts, read, cancel, next, reading, readMore } = useCasts(loaded.casts);
  useOfferedCasts(listName, casts, next === null ? null : readMore);
  const form = useRef<HTMLFormElement>(null);
  const { draft, change, startTaken } = useDraft(form, memberId, source, startOf(loaded));
  const { cast, busy, refusal } = useCast(read);
  const press = usePress(cast, refusal);
  const [open, setOpen] = useState(false);
  const engines = useEngines(loaded.engines, open);
  const asked = { remixing: source !== null };
  const choice = chooseEngine(engines, draft, asked);
  const navigate = useNavigate();
  const before = useRef<Draft | null>(null);
  const taker = useSource((found, uploadId) => {
    before.current = draft;
    // Of this upload, so that they still apply once it is the source.
    change({ ...draftOfSettings(found), sourceId: uploadId });
  });

  // Once the start values are in the draft, a reload must not overwrite the member's changes.
  const place =
    source && (source.kind === "upload" ? { upload: source.id } : { source: source.id });
  const address = paths.studio(place ?? {});
  useEffect(() => {
    if (startTaken) void navigate(address, { replace: true, preventScrollReset: true });
  }, [startTaken, address, navigate]);

  function reuse(from: Cast) {
    if (from.edit !== null) {
      void navigate(reuseAddress(from));
      return;
    }
    change({ ...draftOfCast(from) });
    void navigate(paths.studio(sourceIn(from)), { preventScrollReset: true });
  }
  function vary(from: Cast) {
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
      {casts.map((one) => (
        <CastRow
          key={one.id}
          cast={one}
          list={listName}
          onCancel={() => cancel(one.id)}
          onReuse={() => reuse(one)}
          onVary={() => vary(one)}
          onChanged={() => void read(one.id)}
          onCast={(id) => void read(id)}
          priceFactor={
            engines.find(({ id }) => id === one.engine.id)?.priceFactor ?? one.priceFactor
          }
        />
      ))}
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
          {t`Drop a picture to begin from it`}
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
          onUndoSettings={() => before.current && change(before.current)}
          history={casts.map(({ prompt }) => prompt)}
          open={open}
          setOpen={setOpen}
          busy={busy}
          refusal={refusal}
          onCast={(body) => void press(body)}
        />
      ) : (
        <Alert>{t`No engine answers right now. What you cast before is safe.`}</Alert>
      )}
    </>
  );
}

/** The source of a cast, for the API. */
function refOf({ source, sourceUploadId }: Cast) {
  if (sourceUploadId !== null) return { kind: "upload", id: sourceUploadId } as const;
  return source && ({ kind: "picture", id: source.pictureId } as const);
}
