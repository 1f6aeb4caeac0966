import { ArrowDownIcon } from "@phosphor-icons/react/dist/csr/ArrowDown";
import { ArrowUpIcon } from "@phosphor-icons/react/dist/csr/ArrowUp";
import { DotsSixVerticalIcon } from "@phosphor-icons/react/dist/csr/DotsSixVertical";
import { PauseIcon } from "@phosphor-icons/react/dist/csr/Pause";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { PlayIcon } from "@phosphor-icons/react/dist/csr/Play";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import type { KeyboardEvent, PointerEvent } from "react";
import { plural, t } from "#app/language/message.ts";
import { images } from "#app/rules/counted.ts";
import { waitingNote } from "#app/rules/cast-progress.ts";
import { IconButton } from "#app/ui/button.tsx";
import { firstClick } from "#app/ui/first-click.ts";
import { CreditGlyph } from "#app/ui/glyphs.tsx";
import { useSite } from "#app/ui/site.ts";
import { Switch } from "#app/ui/switch.tsx";
import type { Cast } from "../queries.ts";
import { qualityWord } from "./quality-word.ts";
import { queuedCost } from "./queued-cost.ts";
import "#app/features/billing/ui/credits.css";

type QueueRowProps = {
  cast: Cast;
  index: number;
  last: number;
  isDragged: boolean;
  /** The side of this cast on which the dragged one would be dropped. */
  mark: "before" | "after" | undefined;
  onMove: (to: number) => void;
  /** Handles a press on the row or the grip, which may become a drag. */
  onPress: (event: PointerEvent<HTMLElement>, byGrip: boolean) => void;
  onPause: () => void;
  onIdle: (whenIdle: boolean) => void;
  onEdit: () => void;
  onCancel: () => void;
};

/** The index to which a key on the grip moves the cast; null for other keys. */
function keyTarget(key: string, index: number, last: number): number | null {
  if (key === "ArrowUp") return index - 1;
  if (key === "ArrowDown") return index + 1;
  if (key === "Home") return 0;
  return key === "End" ? last : null;
}

function settingsOf(cast: Cast): string[] {
  return [
    images(cast.count),
    cast.aspect,
    cast.kind === "upscale" ? t`twice the size` : qualityWord(cast.quality),
    cast.engine.label,
    ...(cast.styleKit ? [cast.styleKit.name] : []),
    ...(cast.isPublic ? [] : [t`private`]),
  ];
}

/** The switch for idle time, with what it would cost; nothing where it would save nothing. */
function IdleSwitch({ cast, onIdle }: Pick<QueueRowProps, "cast" | "onIdle">) {
  const site = useSite();
  const [usual, idle] = [false, true].map((whenIdle) => queuedCost({ ...cast, whenIdle }, site));
  if (idle === usual && !cast.whenIdle) return null;
  return (
    <label className="queue-idle">
      <Switch checked={cast.whenIdle} onChange={({ target }) => onIdle(target.checked)} />
      <span>
        {plural(
          idle,
          "When the engine is idle, for # credit",
          "When the engine is idle, for # credits",
        )}
        {idle < usual && <span className="text-ink-3">{t` instead of ${usual}`}</span>}
      </span>
    </label>
  );
}

function Tools(props: QueueRowProps) {
  const { cast, index, last } = props;
  const { prompt, isPaused } = cast;
  return (
    <div className="queue-tools">
      <IconButton
        label={t`Move up: ${prompt}`}
        disabled={index === 0}
        onClick={() => props.onMove(index - 1)}
      >
        <ArrowUpIcon size={18} />
      </IconButton>
      <IconButton
        label={t`Move down: ${prompt}`}
        disabled={index === last}
        onClick={() => props.onMove(index + 1)}
      >
        <ArrowDownIcon size={18} />
      </IconButton>
      <IconButton
        label={isPaused ? t`Let it go on: ${prompt}` : t`Pause: ${prompt}`}
        onClick={props.onPause}
      >
        {isPaused ? <PlayIcon size={18} weight="fill" /> : <PauseIcon size={18} />}
      </IconButton>
      <IconButton
        label={t`Change: ${prompt}`}
        disabled={cast.kind === "upscale"}
        onClick={props.onEdit}
      >
        <PencilSimpleIcon size={18} />
      </IconButton>
      <IconButton label={t`Cancel: ${prompt}`} onClick={firstClick(props.onCancel)}>
        <XIcon size={18} />
      </IconButton>
    </div>
  );
}

/** One waiting cast: its place, its price, and what can be done with it. */
export function QueueRow(props: QueueRowProps) {
  const { cast, index, last, onMove, onPress } = props;
  function onKeyDown(event: KeyboardEvent) {
    const to = keyTarget(event.key, index, last);
    if (to === null) return;
    event.preventDefault();
    onMove(to);
  }
  return (
    <li
      className="queue-row"
      aria-label={t`Cast: ${cast.prompt}`}
      data-index={index}
      data-paused={cast.isPaused || undefined}
      data-dragged={props.isDragged || undefined}
      data-over={props.mark}
    >
      <IconButton
        className="queue-grip"
        label={t`Drag, or move with the arrow keys: ${cast.prompt}`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => onPress(event, true)}
      >
        <DotsSixVerticalIcon size={20} />
      </IconButton>
      <span className="mono queue-number" aria-hidden>
        {index + 1}
      </span>
      <div className="queue-words">
        <p dir="auto">{cast.prompt}</p>
        <span className="facts-line">
          {settingsOf(cast).map((text) => (
            <span key={text}>{text}</span>
          ))}
        </span>
        <IdleSwitch {...props} />
      </div>
      <div className="queue-state">
        <span className="credits">
          <CreditGlyph />
          {cast.cost}
          <span className="sr-only">
            {plural(cast.cost, " credit set aside", " credits set aside")}
          </span>
        </span>
        <span className="text-12h text-ink-3">{waitingNote(cast)}</span>
      </div>
      <Tools {...props} />
    </li>
  );
}
