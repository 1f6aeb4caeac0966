import { t } from "#app/language/message.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import { Button } from "#app/ui/button.tsx";
import { unread, useList, type Page } from "#app/ui/data/use-list.ts";
import { Option } from "#app/ui/option.tsx";
import { useSite } from "#app/ui/site.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Tile } from "#app/features/pictures/ui/tile.ts";
import "./picture-choices.css";

const keyOf = ({ id }: Tile) => id;

type ChoicesProps = {
  label: string;
  /** Name of the list; its label when left out. */
  name?: string;
  /** Reads the page at a cursor; the first page has an empty cursor. */
  readPage: (cursor: string, signal: AbortSignal) => Promise<ApiResult<Page<Tile>>>;
  /** What is said where there is none. */
  none?: string;
  chosen: ReadonlySet<string>;
  onToggle: (picture: Tile) => void;
};

/** Pictures of a list that is read by pages, to be chosen from. */
export function PictureChoices(props: ChoicesProps) {
  const { label, name = label, readPage, none = t`Nothing here yet.`, chosen, onToggle } = props;
  const { imageHost } = useSite();
  const { items, next, reading, readMore } = useList({
    name,
    first: unread,
    keyOf,
    readPage,
  });
  return (
    <fieldset className="pick-grid" aria-label={label}>
      {items.map((picture) => (
        <Option
          key={picture.id}
          type="checkbox"
          className="pick"
          style={{ background: picture.colors[0] }}
          checked={chosen.has(picture.id)}
          onChange={() => onToggle(picture)}
        >
          <img
            alt={picture.title}
            src={imageAddress(imageHost, picture.slug, { width: 300, format: "webp" })}
            loading="lazy"
            decoding="async"
          />
        </Option>
      ))}
      {reading === "loading" && (
        <output>
          <Spinner />
          <span className="sr-only">{t`Loading`}</span>
        </output>
      )}
      {reading === "failed" && (
        <Button look="soft" size="small" onClick={() => void readMore()}>
          {t`Try again`}
        </Button>
      )}
      {reading === "idle" && items.length === 0 && (
        <p className="col-span-full text-ink-2">{none}</p>
      )}
      {reading === "idle" && next !== null && (
        <Button look="soft" size="small" onClick={() => void readMore()}>
          {t`More`}
        </Button>
      )}
    </fieldset>
  );
}
