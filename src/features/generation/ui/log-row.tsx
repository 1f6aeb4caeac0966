import { ArrowCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowCounterClockwise";
import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { ArrowsOutSimpleIcon } from "@phosphor-icons/react/dist/csr/ArrowsOutSimple";
import { ImageBrokenIcon } from "@phosphor-icons/react/dist/csr/ImageBroken";
import { PaintBrushIcon } from "@phosphor-icons/react/dist/csr/PaintBrush";
import { ProhibitIcon } from "@phosphor-icons/react/dist/csr/Prohibit";
import { SparkleIcon } from "@phosphor-icons/react/dist/csr/Sparkle";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import type { CSSProperties } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { tilePhase } from "#app/rules/cast-progress.ts";
import { paramTexts } from "#app/rules/param-text.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { IconButton, IconLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { firstClick } from "#app/ui/first-click.ts";
import { CreditGlyph, RemixGlyph } from "#app/ui/glyphs.tsx";
import { useSite } from "#app/ui/site.ts";
import { written } from "#app/ui/written.ts";
import { PictureLink } from "#app/features/pictures/ui/picture-link.tsx";
import type { Cast } from "../queries.ts";
import { castTile, useOwnCreator } from "./cast-pictures.ts";
import { DrawnTexts } from "./drawn-texts.tsx";
import { editTexts, reuseAddress } from "./edit-words.ts";
import { qualityWord } from "./quality-word.ts";
import { textOf } from "./typed-prompt.ts";
import "#app/features/billing/ui/credits.css";
import "./log-row.css";
import "./thumb.css";

type Entry = Cast["progress"][number];

/** Height of a row's pictures, in px. */
const shotHeight = 68;

function widthOf(aspect: string): number {
  const [width, height] = aspect.split(":").map(Number);
  return Math.round((shotHeight * width) / height) || shotHeight;
}

function Shot({ cast, entry, list }: { cast: Cast; entry: Entry; list: string }) {
  const { imageHost } = useSite();
  const creator = useOwnCreator();
  const { picture } = entry;
  if (picture) {
    const width = Math.round((shotHeight * picture.width) / picture.height);
    const style = { width, "--ph": picture.colors[0] } as CSSProperties;
    return (
      <PictureLink
        className="thumb"
        style={style}
        list={list}
        picture={castTile(cast, { picture, index: entry.index }, creator)}
      >
        <img
          alt={
            cast.count > 1
              ? t`${textOf(cast, entry.index)}, ${entry.index + 1} of ${cast.count}`
              : textOf(cast, entry.index)
          }
          src={imageAddress(imageHost, picture.slug, { width: 300, format: "webp" })}
          loading="lazy"
          decoding="async"
        />
      </PictureLink>
    );
  }
  const width = widthOf(cast.aspect);
  const phase = tilePhase(entry, cast.state);
  if (phase === "failed") {
    return (
      <span className="thumb thumb-failed" style={{ width }}>
        <ImageBrokenIcon size={20} aria-hidden />
      </span>
    );
  }
  return (
    <span className="thumb thumb-waiting" style={{ width }}>
      {phase === "cancelled" && <ProhibitIcon size={20} aria-hidden />}
    </span>
  );
}

/** Pictures side by side: up to three in one row, more in two rows of equal length. */
const columnsOf = (count: number) => (count <= 3 ? count : Math.ceil(count / 2));

/** The state of a cast, worded as in its notification. */
function State({ cast }: { cast: Cast }) {
  const { state, delivered, count } = cast;
  if (state === "queued" || state === "running") {
    const drawn = cast.progress.reduce((sum, entry) => sum + entry.fraction, 0) / count;
    return (
      <span className="logrow-state" data-state="running">
        <span>{state === "queued" ? t`Queued` : t`Casting ${delivered + 1} of ${count}`}</span>
        <progress max={1} value={drawn} aria-label={t`Drawn so far`} />
      </span>
    );
  }
  if (state === "failed") {
    return (
      <span className="logrow-state" data-state="failed">
        <span>
          <WarningCircleIcon size={16} aria-hidden />
          {t`Failed`}
        </span>
      </span>
    );
  }
  return (
    <span className="logrow-state" data-state={state}>
      <span>
        {state === "done" ? (
          <CheckIcon size={16} className="text-moss" aria-hidden />
        ) : (
          <ProhibitIcon size={16} aria-hidden />
        )}
        {state === "cancelled" ? t`Cancelled` : t`Done`}
        {delivered < count && delivered > 0 && t`, ${delivered} of ${count}`}
      </span>
    </span>
  );
}

/** The settings of a cast, or why it failed. */
function settingsOf(cast: Cast): string[] {
  if (cast.state === "failed") return [cast.failReason ?? "", t`credits refunded`];
  return [
    ...(cast.source ? [t`from ${cast.source.title}`] : []),
    ...(cast.sourceUploadId === null ? [] : [t`from your picture`]),
    ...editTexts(cast.edit),
    ...(cast.strength === null ? [] : [t`strength ${Math.round(cast.strength * 100)}`]),
    ...(cast.edit === null ? [cast.aspect] : []),
    qualityWord(cast.quality),
    cast.engine.label,
    ...(cast.styleKit ? [cast.styleKit.name] : []),
    ...paramTexts(cast.params),
    t`seed ${cast.seed}`,
    ...(cast.negative ? [t`without ${cast.negative}`] : []),
    ...(cast.isPublic ? [] : [t`private`]),
  ];
}

type LogRowProps = {
  cast: Cast;
  /** Name of the list of pictures that the dialog steps through. */
  list: string;
  /** When it was cast, in the reader's time zone. */
  time: string;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  onCancel: () => void;
  onDelete: () => void;
};

const kindLabels = { create: t`Create`, remix: t`Remix`, upscale: t`Enlarge` };

function KindIcon({ kind, edit }: Pick<Cast, "kind" | "edit">) {
  if (edit !== null) return <PaintBrushIcon size={18} aria-hidden />;
  if (kind === "remix") return <RemixGlyph size={18} />;
  const Icon = kind === "create" ? SparkleIcon : ArrowsOutSimpleIcon;
  return <Icon size={18} aria-hidden />;
}

/** One cast of the log. */
export function LogRow(props: LogRowProps) {
  const { cast, list, time, chosen, onChoose, onCancel, onDelete } = props;
  const isOpen = cast.state === "queued" || cast.state === "running";
  const charged = cast.cost - cast.creditsBack;
  const first = cast.progress.find(({ picture }) => picture !== undefined)?.picture;
  return (
    <li className="logrow" aria-label={t`Cast: ${cast.prompt}`}>
      <Checkbox
        checked={chosen}
        aria-label={t`Select ${cast.prompt}`}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <time className="mono logrow-time" dateTime={cast.createdAt}>
        {time}
      </time>
      <span className="logrow-kind">
        <KindIcon kind={cast.kind} edit={cast.edit} />
        {cast.edit === null ? kindLabels[cast.kind] : t`Edit`}
      </span>
      <span
        className="logrow-shots"
        style={{ "--columns": columnsOf(cast.progress.length) } as CSSProperties}
      >
        {cast.progress.map((entry) => (
          <Shot key={entry.index} cast={cast} entry={entry} list={list} />
        ))}
      </span>
      <div className="logrow-words">
        <p {...written}>{cast.prompt}</p>
        <DrawnTexts cast={cast} />
        <span className="facts-line">
          {settingsOf(cast).map((text) => (
            <span key={text}>{text}</span>
          ))}
        </span>
      </div>
      <span className="credits logrow-cost">
        <CreditGlyph />
        {isOpen || charged > 0 ? (
          <>
            {isOpen ? cast.cost : charged}
            <span className="sr-only">{t` credits`}</span>
          </>
        ) : (
          <s className="text-ink-3">
            {cast.cost}
            <span className="sr-only">{t` credits, refunded`}</span>
          </s>
        )}
      </span>
      <State cast={cast} />
      {/* Each has a place of its own: a second press on Cancel must not delete the cast that has ended meanwhile. */}
      <span className="logrow-tools">
        {isOpen && (
          <IconButton
            size="small"
            className="logrow-cancel"
            label={t`Cancel ${cast.prompt}`}
            disabled={cast.cancelRequested}
            onClick={onCancel}
          >
            <XIcon size={18} />
          </IconButton>
        )}
        {first && (
          <IconLink
            size="small"
            className="logrow-edit"
            to={paths.edit({ source: first.id })}
            label={t`Edit the picture of ${cast.prompt}`}
          >
            <PaintBrushIcon size={18} />
          </IconLink>
        )}
        {cast.kind !== "upscale" && (
          <IconLink
            size="small"
            to={reuseAddress(cast)}
            label={t`Reuse the settings of ${cast.prompt}`}
          >
            <ArrowCounterClockwiseIcon size={18} />
          </IconLink>
        )}
        {!isOpen && (
          <IconButton
            size="small"
            className="logrow-delete"
            label={t`Delete ${cast.prompt} from the log`}
            onClick={firstClick(onDelete)}
          >
            <TrashIcon size={18} />
          </IconButton>
        )}
      </span>
    </li>
  );
}
