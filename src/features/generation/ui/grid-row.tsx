import type { CSSProperties } from "react";
import { m, plural, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { firstClick } from "#app/ui/first-click.ts";
import { Link } from "#app/ui/link.tsx";
import { useSite } from "#app/ui/site.ts";
import { written } from "#app/ui/written.ts";
import type { Cast } from "../queries.ts";
import { api } from "./api.ts";
import "./grid-row.css";
import "./thumb.css";

type RowProps = {
  grid: NonNullable<Cast["grid"]>;
  /** When it was cast, in the reader's time zone. */
  time?: string;
  /** Called when it was cancelled. */
  onChanged: () => void;
  /** Offers to delete it from the log. */
  onDeleted?: () => void;
};

/** A grid as one entry of a list of casts. */
export function GridRow({ grid, time, onChanged, onDeleted }: RowProps) {
  const { imageHost } = useSite();
  const { id, prompt, columns, rows, pictures, delivered, open, cost, creditsBack, shots } = grid;
  const param = { id };
  const cancelling = useMutation(() => api.post("/api/grids/:id/cancel", { param }), {
    onDone: () => onChanged(),
  });
  const removal = useMutation(() => api.delete("/api/grids/:id", { param }), {
    countsAsDone: 404,
    onDone: () => onDeleted?.(),
  });
  return (
    <article className="grid-row" aria-label={t`Grid: ${prompt}`}>
      <Link className="grid-row-shots" to={paths.grid(id)} aria-label={t`Open the grid: ${prompt}`}>
        {shots.map(({ slug, color }) => (
          <img
            key={slug}
            className="thumb"
            style={{ "--ph": color } as CSSProperties}
            alt=""
            src={imageAddress(imageHost, slug, { width: 300, format: "webp" })}
            loading="lazy"
            decoding="async"
          />
        ))}
        {shots.length === 0 && <span className="thumb thumb-waiting" />}
      </Link>
      <div className="min-w-0 flex-1 basis-44">
        <p {...written} className="line-clamp-2 font-[520] wrap-anywhere">
          {prompt}
        </p>
        <span className="facts-line">
          {time && <span>{time}</span>}
          <span>{t`Grid of ${columns} × ${rows}`}</span>
          <span>{t`${delivered} of ${pictures} drawn`}</span>
          <span>{plural(cost - creditsBack, m`# credit`, m`# credits`)}</span>
        </span>
        {open > 0 && (
          <progress max={pictures} value={pictures - open} aria-label={t`Drawn so far`} />
        )}
      </div>
      <ButtonLink look="soft" size="small" to={paths.grid(id)}>
        {t`Open grid`}
      </ButtonLink>
      {open > 0 ? (
        <Button
          look="quiet"
          size="small"
          danger
          disabled={cancelling.busy}
          onClick={() => void cancelling.run()}
        >
          {t`Cancel`}
        </Button>
      ) : (
        onDeleted && (
          <Button
            look="quiet"
            size="small"
            disabled={removal.busy}
            aria-label={t`Delete ${prompt} from the log`}
            onClick={firstClick(() => void removal.run())}
          >
            {t`Delete`}
          </Button>
        )
      )}
    </article>
  );
}
