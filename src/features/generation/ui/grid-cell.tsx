import { ProhibitIcon } from "@phosphor-icons/react/dist/csr/Prohibit";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import type { CSSProperties } from "react";
import { t } from "#app/language/message.ts";
import { percent, tilePhase } from "#app/rules/cast-progress.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { ProgressRing } from "#app/ui/progress-ring.tsx";
import { useSite } from "#app/ui/site.ts";
import { PictureLink } from "#app/features/pictures/ui/picture-link.tsx";
import type { Tile } from "#app/features/pictures/ui/tile.ts";
import type { Cast } from "../queries.ts";

type CellProps = {
  picture: Tile | null;
  /** For the owner: the picture's cast. */
  cast: Cast | undefined;
  /** Name of the list that the viewer steps through. */
  list: string;
  /** What sets it apart, for readers that do not see it. */
  label: string;
};

/** One picture of a grid: waiting, forming, there, or why it is not. */
export function GridCell({ picture, cast, list, label }: CellProps) {
  const { imageHost } = useSite();
  if (picture) {
    const style = { "--ph": picture.colors[0] } as CSSProperties;
    return (
      <PictureLink className="grid-cell" style={style} list={list} picture={picture}>
        <img
          alt={label}
          width={picture.width}
          height={picture.height}
          src={imageAddress(imageHost, picture.slug, { width: 512, format: "webp" })}
          loading="lazy"
          decoding="async"
        />
      </PictureLink>
    );
  }
  const entry = cast?.progress[0];
  const phase = cast && entry ? tilePhase(entry, cast.state) : null;
  return (
    <div className="grid-cell grid-cell-empty">
      <span className="sr-only">{`${label}: ${wordOf(phase)}`}</span>
      {phase === "failed" && <WarningCircleIcon size={22} className="text-rust" aria-hidden />}
      {phase === "cancelled" && <ProhibitIcon size={22} aria-hidden />}
      {(phase === "casting" || phase === "taking form") && entry && (
        <>
          <ProgressRing fraction={entry.fraction} />
          <span aria-hidden>{percent(entry.fraction)} %</span>
        </>
      )}
      {phase === "waiting" && <span aria-hidden>{t`Queued`}</span>}
    </div>
  );
}

function wordOf(phase: ReturnType<typeof tilePhase> | null): string {
  if (phase === "waiting") return t`Queued`;
  if (phase === "failed") return t`Failed`;
  if (phase === "cancelled") return t`Cancelled`;
  return phase === null || phase === "done" ? t`not here` : t`Casting`;
}
