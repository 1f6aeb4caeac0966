import { ArrowCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowCounterClockwise";
import { useState, type CSSProperties } from "react";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { castStatus } from "../../../rules/cast-progress.ts";
import type { Cast } from "../queries.ts";
import { CastTile } from "./cast-tile.tsx";

type CastRowProps = { cast: Cast; onCancel: () => Promise<void>; onReuse: () => void };

const clock = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** When it was cast, by the reader's clock; empty until the page is alive, as the server knows no clock but its own. */
function useWhen(iso: string): string {
  return useHydrated() ? clock.format(new Date(iso)) : "";
}

/** Which words the engine could use, for engines that can say so. */
function Understood({ interpretation }: Pick<Cast, "interpretation">) {
  if (interpretation === null || interpretation.ignored.length === 0) return null;
  return (
    <p className="mt-2 text-12h text-ink-3">
      Drawn from: {interpretation.understood.join(", ") || "no word it knows"}. Not understood:{" "}
      {interpretation.ignored.join(", ")}.
    </p>
  );
}

/** One cast with its tiles. */
export function CastRow({ cast, onCancel, onReuse }: CastRowProps) {
  const [cancelling, setCancelling] = useState(false);
  const when = useWhen(cast.createdAt);
  const open = cast.state === "queued" || cast.state === "running";
  const style = { "--ar": cast.aspect.replace(":", " / ") } as CSSProperties;
  return (
    <section className="mb-9" aria-label={`Cast: ${cast.prompt}`}>
      <div className="mb-3 flex min-h-8 items-center gap-3.5">
        <h2
          className="min-w-0 flex-1 truncate text-15 font-[520] tracking-normal"
          title={cast.prompt}
        >
          {cast.prompt}
        </h2>
        <span className="meta max-md:hidden">
          <span>{cast.aspect}</span>
          <span>{cast.quality}</span>
          <span>{cast.engine.label}</span>
          {!cast.isPublic && <span>private</span>}
          <span>{open ? `${cast.cost} ${cast.cost === 1 ? "credit" : "credits"}` : when}</span>
        </span>
        {open ? (
          <button
            type="button"
            className="b b-bare b-sm b-rust"
            disabled={cancelling || cast.cancelRequested}
            onClick={() => {
              setCancelling(true);
              void onCancel().finally(() => setCancelling(false));
            }}
          >
            {cancelling || cast.cancelRequested ? "Cancelling" : "Cancel"}
          </button>
        ) : (
          <button type="button" className="b b-bare b-sm" onClick={onReuse}>
            <ArrowCounterClockwiseIcon size={16} />
            Reuse
          </button>
        )}
      </div>
      <div className="tiles" style={style}>
        {cast.progress.map((entry) => (
          <CastTile key={entry.index} cast={cast} entry={entry} onAgain={onReuse} />
        ))}
      </div>
      <Understood interpretation={cast.interpretation} />
      <output className="sr-only">{castStatus(cast)}</output>
    </section>
  );
}
