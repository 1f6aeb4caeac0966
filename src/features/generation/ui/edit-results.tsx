import { useId, useState, type CSSProperties } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { castStatus } from "#app/rules/cast-progress.ts";
import { placeInResult } from "#app/rules/edit-frame.ts";
import { noExtension } from "#app/rules/edit-limits.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Option } from "#app/ui/option.tsx";
import { useSite } from "#app/ui/site.ts";
import { Compare } from "#app/features/pictures/ui/compare.tsx";
import type { Cast } from "../queries.ts";
import { CastTile } from "./cast-tile.tsx";
import type { RemixSource } from "./source.ts";
import "./edit-results.css";
import "./thumb.css";

type ResultsProps = {
  cast: Cast;
  source: RemixSource;
  /** Address of the source. */
  before: string;
  /** Name of the list of pictures that the dialog steps through. */
  list: string;
  onMask: () => void;
  onCancel: () => void;
};

const isOpen = ({ state }: Cast) => state === "queued" || state === "running";

/** What an edit made, beside what was there: while it is drawn, and then to be compared and gone on with. */
export function EditResults({ cast, source, before, list, onMask, onCancel }: ResultsProps) {
  const { imageHost } = useSite();
  const group = useId();
  const [chosen, setChosen] = useState(0);
  const pictures = cast.progress.flatMap(({ picture, index }) =>
    picture ? [{ ...picture, index }] : [],
  );
  const picture = pictures.find(({ index }) => index === chosen) ?? pictures[0];
  const isDone = !isOpen(cast) && picture !== undefined;
  return (
    <section className="edit-results" aria-label={t`Result`}>
      {isDone ? (
        <Compare
          // From the middle again for another picture.
          key={picture.id}
          before={{
            src: before,
            alt: t`Before`,
            place: placeInResult(source, cast.edit?.extend ?? noExtension),
          }}
          after={{
            src: imageAddress(imageHost, picture.slug, { width: 1024, format: "webp" }),
            alt: t`After`,
          }}
          width={picture.width}
          height={picture.height}
        />
      ) : (
        <div
          className="edit-tiles"
          style={{ "--ar": source.width / source.height } as CSSProperties}
        >
          {cast.progress.map((entry) => (
            <CastTile
              key={entry.index}
              cast={cast}
              entry={entry}
              list={list}
              onAgain={onMask}
              onOpen={() => setChosen(entry.index)}
            />
          ))}
        </div>
      )}
      <div className="edit-results-foot">
        {isDone && pictures.length > 1 && (
          <fieldset className="edit-choices">
            <legend className="sr-only">{t`Pictures of this cast`}</legend>
            {pictures.map(({ id, index, slug, width, height }) => (
              <Option
                key={id}
                type="radio"
                name={group}
                className="thumb"
                style={{ width: (48 * width) / height }}
                checked={index === picture.index}
                aria-label={t`Picture ${index + 1}`}
                onChange={() => setChosen(index)}
              >
                <img alt="" src={imageAddress(imageHost, slug, { width: 300, format: "webp" })} />
              </Option>
            ))}
          </fieldset>
        )}
        <span className="edit-results-acts">
          <Button look="soft" size="small" onClick={onMask}>
            {t`Change the mask`}
          </Button>
          {isOpen(cast) && (
            <Button
              look="quiet"
              size="small"
              danger
              disabled={cast.cancelRequested}
              onClick={onCancel}
            >
              {cast.cancelRequested ? t`Cancelling` : t`Cancel`}
            </Button>
          )}
          {isDone && (
            <>
              <ButtonLink look="primary" size="small" to={paths.edit({ source: picture.id })}>
                {t`Edit further`}
              </ButtonLink>
              <ButtonLink look="quiet" size="small" to={paths.picture(picture.slug)}>
                {t`Open picture`}
              </ButtonLink>
              <ButtonLink
                look="quiet"
                size="small"
                to={paths.threads({ root: picture.id, at: picture.id })}
              >
                {t`Open thread`}
              </ButtonLink>
            </>
          )}
        </span>
      </div>
      <output className="sr-only">{castStatus(cast)}</output>
    </section>
  );
}
