import { ArrowCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowCounterClockwise";
import { lazy, Suspense, useState, type CSSProperties } from "react";
import { locale, plural, t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { firstClick } from "#app/ui/first-click.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { castStatus } from "#app/rules/cast-progress.ts";
import type { Cast } from "../queries.ts";
import { CastTile } from "./cast-tile.tsx";
import { draftCost, draftOfCast, emptyDraft } from "./draft.ts";
import { DrawnTexts } from "./drawn-texts.tsx";
import type { Result } from "./result-dialog.tsx";
import { qualityWord } from "./quality-word.ts";
import { paths } from "#app/paths.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { useSite } from "#app/ui/site.ts";
import { written } from "#app/ui/written.ts";
import "./cast-row.css";

type CastRowProps = {
  cast: Cast;
  /** Name of the list of pictures that the dialog steps through. */
  list: string;
  onCancel: () => Promise<void>;
  /** @param text one of its drawn texts, in place of its prompt */
  onReuse: (text?: string) => void;
  /** Repeats the cast with the same settings and new seeds. */
  onVary: () => void;
  /** Called when one of its pictures was changed. */
  onChanged: () => void;
  /** Called with the id of a new cast made from one of its pictures. */
  onCast: (id: string) => void;
  /** What prices of its engine are multiplied with now. */
  priceFactor: number;
};

/** Loaded when a picture is first opened. */
const ResultDialog = lazy(async () => {
  const { ResultDialog: dialog } = await import("./result-dialog.tsx");
  return { default: dialog };
});

const clock = new Intl.DateTimeFormat(locale("en-GB"), {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** When it was cast, in the reader's time zone; empty until hydration, because the server does not know that zone. */
function useWhen(iso: string): string {
  return useHydrated() ? clock.format(new Date(iso)) : "";
}

/** The source of a cast, for comparison. */
function sourceIn({ source, sourceUploadId }: Cast, imageHost: string): Result["source"] {
  if (sourceUploadId !== null) {
    return { src: paths.api.uploadPicture(sourceUploadId), title: t`your picture` };
  }
  if (source === null) return null;
  const src = imageAddress(imageHost, source.filename, { width: 1024, format: "webp" });
  return { src, title: source.title };
}

/** What an engine says of a word beyond having followed it or not. */
function noteText(note: NonNullable<NonNullable<Cast["interpretation"]>["notes"]>[number]): string {
  if (note.kind === "likened") {
    return t`There is no drawing of “${note.word}”; ${note.drawn} stands for it.`;
  }
  const words = note.words.join(", ");
  if (note.kind === "unknown")
    return t`There is no drawing of ${words}, so it is not in the picture.`;
  if (note.kind === "given") return t`In the picture in any case: ${words}.`;
  return note.kind === "avoided"
    ? t`Left out as you asked: ${words}.`
    : t`Words to keep out that changed nothing: ${words}.`;
}

/** Who drew instead of the chosen engine, and which words were used, for engines that report it. */
function Notes({ cast }: { cast: Cast }) {
  const { engine, fellBackFrom, interpretation } = cast;
  return (
    <>
      {fellBackFrom && (
        <p className="mb-2 text-12h text-ink-3">
          {t`${fellBackFrom} was gone, so ${engine.label} drew it.`}
        </p>
      )}
      {interpretation !== null && interpretation.ignored.length > 0 && (
        <p className="mb-2 text-12h text-ink-3">
          {t`Drawn from: ${interpretation.understood.join(", ") || t`no word it knows`}. Not understood: `}
          {interpretation.ignored.join(", ")}.
        </p>
      )}
      {(interpretation?.notes ?? []).map((note) => (
        <p key={noteText(note)} className="mb-2 text-12h text-ink-3">
          {noteText(note)}
        </p>
      ))}
    </>
  );
}

/** One cast with its tiles. */
export function CastRow(props: CastRowProps) {
  const { cast, list, onCancel, onReuse, onVary, onChanged, onCast } = props;
  const { imageHost, remixCredits } = useSite();
  const [asked, setAsked] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const source = sourceIn(cast, imageHost);
  const [cancelling, setCancelling] = useState(false);
  const when = useWhen(cast.createdAt);
  const open = cast.state === "queued" || cast.state === "running";
  const style = { "--ar": cast.aspect.replace(":", " / ") } as CSSProperties;
  return (
    <article className="mb-9" aria-label={t`Cast: ${cast.prompt}`}>
      <div className="mb-3 flex min-h-8 items-center gap-3.5">
        <h2
          {...written}
          className="min-w-0 flex-1 truncate text-15 font-[520] tracking-normal"
          title={cast.prompt}
        >
          {cast.prompt}
        </h2>
        <span className="facts-line max-md:hidden">
          {cast.edit === null ? <span>{cast.aspect}</span> : <span>{t`edit`}</span>}
          <span>{cast.kind === "upscale" ? t`twice the size` : qualityWord(cast.quality)}</span>
          <span>{cast.engine.label}</span>
          {cast.styleKit && <span>{cast.styleKit.name}</span>}
          {!cast.isPublic && <span>{t`private`}</span>}
          <span>{open ? plural(cast.cost, "# credit", "# credits") : when}</span>
        </span>
        {open && (
          <Button
            look="quiet"
            size="small"
            danger
            disabled={cancelling || cast.cancelRequested}
            onClick={() => {
              setCancelling(true);
              void onCancel().finally(() => setCancelling(false));
            }}
          >
            {cancelling || cast.cancelRequested ? t`Cancelling` : t`Cancel`}
          </Button>
        )}
        {cast.kind !== "upscale" && (
          <Button
            look="quiet"
            size="small"
            // Has its place while the cast runs, so that it does not come under the pointer that cancelled.
            className={open ? "invisible" : undefined}
            onClick={firstClick(() => onReuse())}
          >
            <ArrowCounterClockwiseIcon size={16} />
            {cast.edit === null ? t`Reuse` : t`Change the mask`}
          </Button>
        )}
      </div>
      {/* Below the prompt: below the pictures the composer would cover it. */}
      <Notes cast={cast} />
      <DrawnTexts cast={cast} onUse={onReuse} />
      <div className="tiles" style={style}>
        {cast.progress.map((entry) => (
          <CastTile
            key={entry.index}
            cast={cast}
            entry={entry}
            list={list}
            onAgain={() => onReuse()}
            onOpen={(picture) => {
              setAsked(true);
              setResult({ ...picture, source });
            }}
          />
        ))}
      </div>
      {asked && (
        <Suspense>
          <ResultDialog
            result={result}
            onClose={() => setResult(null)}
            onVary={onVary}
            varyCost={draftCost(
              { ...emptyDraft, ...draftOfCast(cast) },
              { remixing: source !== null, remixCredits, priceFactor: props.priceFactor },
            )}
            onChanged={onChanged}
            onCast={onCast}
          />
        </Suspense>
      )}
      <output className="sr-only">{castStatus(cast)}</output>
    </article>
  );
}
