import { useEffect, useState } from "react";
import { Link, redirect, useLoaderData, useNavigate, type LoaderFunctionArgs } from "react-router";
import { pageData } from "../../../page-data.ts";
import { paths } from "../../../paths.ts";
import { aspects } from "../../../rules/aspects.ts";
import { castLimits, qualities } from "../../../rules/cast-limits.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { pictureById } from "../../pictures/queries.ts";
import { castLog, type Cast } from "../queries.ts";
import { listEngines } from "../queries/engines.ts";
import { CastRow } from "../ui/cast-row.tsx";
import { Dock } from "../ui/dock.tsx";
import { emptyDraft } from "../ui/draft.ts";
import { chooseEngine } from "../ui/engines.ts";
import type { RemixSource } from "../ui/source.ts";
import { useCast } from "../ui/use-cast.ts";
import { useCasts } from "../ui/use-casts.ts";
import { useDraft } from "../ui/use-draft.ts";
import { useEngines } from "../ui/use-engines.ts";

const firstCasts = 12;
/** How long the page waits for an engine to say what it can do, in ms; the browser asks again. */
const engineWaitMs = 600;

/** Words to begin with, as links from the prompt guide carry them. */
function wordsOf(query: URLSearchParams): string | null {
  const words = Array.from(query.get("prompt")?.trim() ?? "").slice(0, castLimits.prompt.max);
  return words.join("") || null;
}

export function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const sourceId = url.searchParams.get("source");
  const words = wordsOf(url.searchParams);
  return pageData(context, async (services, actor) => {
    const { db } = services;
    if (actor.role === "guest") {
      throw redirect(paths.login({ next: paths.studio({ source: sourceId, prompt: words }) }));
    }
    const [casts, engines, picture] = await Promise.all([
      castLog(db, actor.userId, { limit: firstCasts }),
      listEngines(services, { waitMs: engineWaitMs, health: false }),
      sourceId === null ? null : pictureById(db, sourceId, actor, { includeUnapproved: true }),
    ]);
    const source: RemixSource | null = picture && {
      id: picture.id,
      slug: picture.slug,
      title: picture.title,
      prompt: picture.prompt,
      width: picture.width,
      height: picture.height,
      colors: picture.colors,
    };
    return {
      memberId: actor.userId,
      casts,
      engines,
      source,
      words,
      sourceMissing: sourceId !== null && source === null,
    };
  });
}

export default function Studio() {
  const {
    memberId,
    casts: rendered,
    engines: renderedEngines,
    source,
    words,
    sourceMissing,
  } = useLoaderData<typeof loader>();
  const { casts, read, cancel, showOlder } = useCasts(rendered);
  const { draft, change, wordsTaken } = useDraft(memberId, source, words);
  const { cast, busy, refusal } = useCast(read);
  const [open, setOpen] = useState(false);
  const engines = useEngines(renderedEngines, open);
  const choice = chooseEngine(engines, draft, source !== null);
  const navigate = useNavigate();

  // Once the words are in the draft, a reload must not write them over what the member made of them.
  const sourceId = source?.id ?? null;
  useEffect(() => {
    if (!wordsTaken) return;
    void navigate(paths.studio({ source: sourceId }), { replace: true, preventScrollReset: true });
  }, [wordsTaken, sourceId, navigate]);

  function reuse(from: Cast) {
    change({
      prompt: from.prompt,
      negative: from.negative ?? "",
      aspect: aspects.find((aspect) => aspect === from.aspect) ?? emptyDraft.aspect,
      quality: qualities.find((quality) => quality === from.quality) ?? emptyDraft.quality,
      count: from.count,
      engine: from.engine.id,
      model: from.model,
      isPublic: from.isPublic,
      ...(from.strength !== null && { strength: Math.round(from.strength * 100) }),
      sourceId: from.source?.pictureId ?? null,
    });
    void navigate(paths.studio({ source: from.source?.pictureId }), { preventScrollReset: true });
  }

  return (
    <>
      <PageHead title="Create/Remix" />
      <header className="mb-4.5 flex flex-wrap items-center gap-4">
        <h1 className="h-m">Create/Remix</h1>
        {source && (
          <nav className="seg" aria-label="Mode">
            <Link to={paths.studio()}>Create</Link>
            <Link to={paths.studio({ source: source.id })} aria-current="page">
              Remix
            </Link>
          </nav>
        )}
      </header>
      {sourceMissing && (
        <output className="alert mb-6">
          The picture to remix is not here: it was removed or made private.
        </output>
      )}
      {casts.map((one) => (
        <CastRow
          key={one.id}
          cast={one}
          onCancel={() => cancel(one.id)}
          onReuse={() => reuse(one)}
        />
      ))}
      {casts.length === 0 && (
        <EmptyState title="No casts yet">
          Describe a picture below. What you cast takes form here.
        </EmptyState>
      )}
      {showOlder && (
        <div className="flex justify-center">
          <button type="button" className="b b-soft" onClick={() => void showOlder()}>
            Show more
          </button>
        </div>
      )}
      <div className="dock-room" />
      {choice ? (
        <Dock
          draft={draft}
          change={change}
          source={source}
          engines={engines}
          choice={choice}
          open={open}
          setOpen={setOpen}
          busy={busy}
          refusal={refusal}
          onCast={(body) => void cast(body)}
        />
      ) : (
        <p className="alert" role="alert">
          No engine answers right now. What you cast before is safe.
        </p>
      )}
    </>
  );
}
