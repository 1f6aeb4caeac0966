import { ArrowLeftIcon } from "@phosphor-icons/react/dist/csr/ArrowLeft";
import { ArrowRightIcon } from "@phosphor-icons/react/dist/csr/ArrowRight";
import { DotsSixIcon } from "@phosphor-icons/react/dist/csr/DotsSix";
import { ImageSquareIcon } from "@phosphor-icons/react/dist/csr/ImageSquare";
import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { t } from "#app/language/message.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { nextArrow, previousArrow } from "#app/ui/reading-direction.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { useSite } from "#app/ui/site.ts";
import type { Tile } from "#app/features/pictures/ui/tile.ts";
import { useArrangement } from "./use-arrangement.ts";
import { useDragOrder } from "./use-drag-order.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import "./arrange.css";
import "./collect-dialog.css";

type ArrangeProps = {
  collectionId: string;
  coverId: string | null;
  onCover: (pictureId: string | null) => void;
  onAdd: () => void;
  onDone: () => void;
};

type ItemProps = {
  picture: Tile;
  index: number;
  last: number;
  isCover: boolean;
  isChosen: boolean;
  isDragged: boolean;
  /** The side of this picture on which the dragged picture would be dropped. */
  mark: "before" | "after" | undefined;
  onChoose: () => void;
  onCover: () => void;
  onMove: (to: number) => void;
  /** Handles a press on the picture or the grip, which may become a drag. */
  onPress: (event: PointerEvent<HTMLElement>, byGrip: boolean) => void;
};

/** The index to which an arrow key on the grip moves the picture; null for other keys. */
function keyTarget(key: string, index: number, last: number): number | null {
  if (key === previousArrow || key === "ArrowUp") return index - 1;
  if (key === nextArrow || key === "ArrowDown") return index + 1;
  if (key === "Home") return 0;
  return key === "End" ? last : null;
}

function Item(props: ItemProps) {
  const { picture, index, last, isCover, isChosen, onMove, onPress } = props;
  const { imageHost } = useSite();
  const { title, slug, colors } = picture;
  function onKeyDown(event: KeyboardEvent) {
    const to = keyTarget(event.key, index, last);
    if (to === null) return;
    event.preventDefault();
    onMove(to);
  }
  return (
    <li
      className="arrange-item"
      data-dragged={props.isDragged || undefined}
      data-over={props.mark}
      data-index={index}
    >
      <div
        className="arrange-card"
        style={{ background: colors[0] }}
        onPointerDown={(event) => onPress(event, false)}
      >
        <img
          alt={title}
          src={imageAddress(imageHost, slug, { width: 300, format: "webp" })}
          loading="lazy"
          decoding="async"
        />
      </div>
      <Checkbox
        className="arrange-check"
        label={
          <span className="sr-only">
            {t`Select `}
            {title}
          </span>
        }
        checked={isChosen}
        onChange={props.onChoose}
      />
      {isCover && <span className="arrange-cover">{t`Cover`}</span>}
      <div className="arrange-tools">
        <IconButton
          size="small"
          label={t`Move ${title} earlier`}
          // Not disabled: what was moved to an end keeps the focus.
          aria-disabled={index === 0 || undefined}
          onClick={() => onMove(index - 1)}
        >
          <ArrowLeftIcon size={18} className="rtl:-scale-x-100" />
        </IconButton>
        <IconButton
          size="small"
          className="arrange-grip"
          label={t`Drag ${title}, or move it with the arrow keys`}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => onPress(event, true)}
        >
          <DotsSixIcon size={18} />
        </IconButton>
        <IconButton
          size="small"
          label={isCover ? t`${title} is the cover` : t`Make ${title} the cover`}
          aria-pressed={isCover}
          onClick={props.onCover}
        >
          <ImageSquareIcon size={18} weight={isCover ? "fill" : "regular"} />
        </IconButton>
        <IconButton
          size="small"
          label={t`Move ${title} later`}
          aria-disabled={index === last || undefined}
          onClick={() => onMove(index + 1)}
        >
          <ArrowRightIcon size={18} className="rtl:-scale-x-100" />
        </IconButton>
      </div>
    </li>
  );
}

/** The selected ids, for bulk actions. */
function useChosen() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  function toggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }
  return { chosen, setChosen, toggle };
}

/**
 * The owner's editor: order by dragging, arrow keys or buttons, set the cover, remove many at once. Acceptance row
 * CO-01.
 */
export function Arrange({ collectionId, coverId, onCover, onAdd, onDone }: ArrangeProps) {
  const { pictures, isLoading, isFailed, said, again, move, remove } = useArrangement(collectionId);
  const { chosen, setChosen, toggle } = useChosen();
  const { drag, start } = useDragOrder((from, to) => void move(from, to));
  const last = pictures.length - 1;
  const markOf = (index: number) => {
    if (drag?.before === index) return "before";
    return drag?.before === pictures.length && index === last ? "after" : undefined;
  };
  return (
    <section aria-label={t`Arrange`}>
      <div className="arrange-bar">
        <b className="me-auto font-[580]" aria-live="polite">
          {chosen.size === 0 ? t`Arrange` : t`${chosen.size} selected`}
        </b>
        <Button
          look="quiet"
          size="small"
          disabled={pictures.length === 0}
          onClick={() =>
            setChosen(
              chosen.size === pictures.length
                ? new Set()
                : new Set(pictures.map((picture) => picture.id)),
            )
          }
        >
          {chosen.size > 0 && chosen.size === pictures.length ? t`Select none` : t`Select all`}
        </Button>
        <Button
          look="soft"
          size="small"
          disabled={chosen.size === 0}
          onClick={() => {
            void remove(chosen);
            setChosen(new Set());
          }}
        >
          {t`Remove`}
        </Button>
        <Button look="soft" size="small" onClick={onAdd}>
          {t`Add images`}
        </Button>
        <Button look="primary" size="small" onClick={onDone}>
          {t`Done`}
        </Button>
      </div>
      <output className="sr-only">{said}</output>
      {isLoading && (
        <output className="collect-wait px-(--page)">
          <Spinner />
          {t` Reading the collection`}
        </output>
      )}
      {isFailed && (
        <div className="collect-wait px-(--page)" role="alert">
          {t`The collection did not load.`}
          <Button look="soft" size="small" onClick={() => void again()}>
            {t`Try again`}
          </Button>
        </div>
      )}
      <ol className="arrange" aria-label={t`Images in order`}>
        {pictures.map((picture, index) => (
          <Item
            key={picture.id}
            picture={picture}
            index={index}
            last={last}
            isCover={picture.id === coverId}
            isChosen={chosen.has(picture.id)}
            isDragged={index === drag?.from}
            mark={markOf(index)}
            onChoose={() => toggle(picture.id)}
            onCover={() => onCover(picture.id === coverId ? null : picture.id)}
            onMove={(to) => void move(index, to)}
            onPress={(event, byGrip) => start(event, index, byGrip)}
          />
        ))}
      </ol>
    </section>
  );
}
