import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";
import { ProhibitIcon } from "@phosphor-icons/react/dist/csr/Prohibit";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useState, type CSSProperties } from "react";
import { plural, t } from "#app/language/message.ts";
import {
  aheadOf,
  percent,
  previewBlur,
  tilePhase,
  waitingNote,
  wakingNote,
  wakingSeconds,
} from "#app/rules/cast-progress.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { Button } from "#app/ui/button.tsx";
import { ProgressRing } from "#app/ui/progress-ring.tsx";
import { useSite } from "#app/ui/site.ts";
import { PictureLink } from "#app/features/pictures/ui/picture-link.tsx";
import type { Cast } from "../queries.ts";
import { textOf } from "./typed-prompt.ts";
import { castTile, useOwnCreator } from "./cast-pictures.ts";
import "#app/features/pictures/ui/picture-card.css";
import "#app/ui/card.css";
import "./cast-tile.css";

type Entry = Cast["progress"][number];
type Picture = NonNullable<Entry["picture"]>;
type TileProps = {
  cast: Cast;
  entry: Entry;
  /** Name of the list of pictures that the dialog steps through. */
  list: string;
  onAgain: () => void;
  /** Opens the actions of a picture. */
  onOpen: (picture: Picture) => void;
};

/** The final animation of the forming tile over its picture: the ring closes, then everything fades. */
function Closing({ live, blur, onEnd }: { live: Entry; blur: string; onEnd: () => void }) {
  return (
    <div
      className="cast-closing"
      aria-hidden
      onAnimationEnd={(event) => event.target === event.currentTarget && onEnd()}
    >
      <div className="card-blur" style={{ backgroundImage: blur }} />
      <div className="overlay overlay-live">
        <div className="plate plate-ring">
          <ProgressRing fraction={live.fraction} closing />
        </div>
      </div>
    </div>
  );
}

type DoneProps = Pick<TileProps, "cast" | "entry" | "list" | "onOpen"> & {
  /** The last progress seen on this page; null when the picture was finished from the start. */
  live: Entry | null;
  onClosed: () => void;
};

function Done({ cast, entry, list, live, onClosed, onOpen }: DoneProps) {
  const { imageHost } = useSite();
  const creator = useOwnCreator();
  const { picture, index } = entry;
  if (picture === undefined) {
    return (
      <div className="cast cast-waiting">
        <div className="overlay text-12">{t`Deleted`}</div>
      </div>
    );
  }
  const blur = `url(data:image/webp;base64,${picture.placeholder})`;
  return (
    <article className="card" style={{ "--ph": picture.colors[0] } as CSSProperties}>
      <div className="card-blur" style={{ backgroundImage: blur }} />
      <PictureLink
        className="card-link ring-outside"
        list={list}
        picture={castTile(cast, { picture, index }, creator)}
      >
        <img
          alt={
            cast.count > 1
              ? t`${textOf(cast, index)}, ${index + 1} of ${cast.count}`
              : textOf(cast, index)
          }
          width={picture.width}
          height={picture.height}
          src={imageAddress(imageHost, picture.slug, { width: 512, format: "webp" })}
          loading="lazy"
          decoding="async"
        />
      </PictureLink>
      <button
        type="button"
        className="tile-more"
        aria-label={t`Details and actions of picture ${index + 1}`}
        onClick={() => onOpen(picture)}
      >
        <DotsThreeIcon size={20} />
      </button>
      {live && <Closing live={live} blur={blur} onEnd={onClosed} />}
    </article>
  );
}

type LiveWordsProps = { word: string; shown: number; ahead: number | null; waking: number | null };

function LiveWords({ word, shown, ahead, waking }: LiveWordsProps) {
  if (waking !== null) return <span>{wakingNote(waking)}</span>;
  if (ahead !== null) return <span>{plural(ahead, "# before it", "# before it")}</span>;
  return (
    <span>
      <span className="plate-word">{word}, </span>
      {shown}%
    </span>
  );
}

function Live({ entry, word }: { entry: Entry; word: string }) {
  const shown = percent(entry.fraction);
  const ahead = aheadOf(entry.stage);
  const waking = wakingSeconds(entry.stage);
  const style = {
    backgroundImage: entry.preview && `url(${JSON.stringify(entry.preview)})`,
    "--b": `${previewBlur(entry.fraction)}px`,
  } as CSSProperties;
  return (
    <div className="cast">
      <progress
        className="sr-only"
        max={100}
        value={shown}
        aria-label={t`${waking === null ? word : wakingNote(waking)}, picture ${entry.index + 1}`}
      />
      {entry.preview ? <div className="cast-blur" style={style} /> : <div className="cast-blank" />}
      <div className="overlay overlay-live">
        <div className="plate" aria-hidden>
          <ProgressRing fraction={entry.fraction} />
          <LiveWords word={word} shown={shown} ahead={ahead} waking={waking} />
        </div>
      </div>
    </div>
  );
}

/** Ends the sentence with a full stop, because another one follows. */
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

function Ended({ cast, entry, onAgain }: Omit<TileProps, "list" | "onOpen">) {
  const share = cast.creditsBack / Math.max(1, cast.count - cast.delivered);
  const back = Math.round(share);
  const returned = back > 0 ? plural(back, "# credit refunded.", "# credits refunded.") : "";
  const cancelled = tilePhase(entry, cast.state) === "cancelled";
  return (
    <div className={`cast ${cancelled ? "cast-waiting" : "cast-failed"}`}>
      <div className="overlay">
        {cancelled ? (
          <ProhibitIcon size={24} />
        ) : (
          <WarningCircleIcon size={24} className="text-rust" />
        )}
        <b className="text-14 font-[580]">{cancelled ? t`Cancelled` : t`Generation failed`}</b>
        <p className={`max-w-[24ch] text-12h ${cancelled ? "" : "text-ink-2"}`}>
          {cancelled
            ? ""
            : `${sentence(cast.failReason ?? t`Your image generation encountered an error`)} `}
          {returned}
        </p>
        {cast.kind !== "upscale" && (
          <Button look="outline" size="small" className="text-ink shrink-0" onClick={onAgain}>
            {t`Cast again`}
          </Button>
        )}
      </div>
    </div>
  );
}

/**
 * Position of a waiting picture within its own running cast, which draws its pictures in order; null before it runs.
 */
function placeWithin({ state, progress }: Cast, entry: Entry): number | null {
  if (state !== "running") return null;
  return progress.filter((one) => one.state === "queued" && one.index <= entry.index).length;
}

/** One picture of a cast: waiting, forming, finished or failed. */
export function CastTile({ cast, entry, list, onAgain, onOpen }: TileProps) {
  const phase = tilePhase(entry, cast.state);
  const [live, setLive] = useState<Entry | null>(null);
  const forms = phase === "waiting" || phase === "casting" || phase === "taking form";
  if (forms && live !== entry) setLive(entry);
  switch (phase) {
    case "done":
      return (
        <Done
          cast={cast}
          entry={entry}
          list={list}
          live={live}
          onClosed={() => setLive(null)}
          onOpen={onOpen}
        />
      );
    case "casting":
      return <Live entry={entry} word={t`Casting`} />;
    case "taking form":
      return <Live entry={entry} word={t`Taking form`} />;
    case "waiting":
      return (
        <div className="cast cast-waiting">
          <div className="overlay">
            <span className="text-13 font-[560]">{t`Queued`}</span>
            <span className="text-12">
              {waitingNote({ ...cast, position: cast.position ?? placeWithin(cast, entry) })}
            </span>
          </div>
        </div>
      );
    default:
      return <Ended cast={cast} onAgain={onAgain} entry={entry} />;
  }
}
