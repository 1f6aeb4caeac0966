import {
  memo,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import { useNavigate } from "react-router";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { imageAddress, responsiveAddresses } from "#app/rules/image-address.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { RemixGlyph } from "#app/ui/glyphs.tsx";
import { Link } from "#app/ui/link.tsx";
import { useKeptContent } from "#app/ui/markup-cache.ts";
import { useSite, type Site } from "#app/ui/site.ts";
import { isSingleKeyPress } from "#app/ui/single-keys.ts";
import type { Tile } from "./tile.ts";
import "#app/ui/card.css";
import { written } from "#app/ui/written.ts";
import "./picture-card.css";

/** Widths in the wall's srcset; 512 and 1024 are made when the picture is created. */
const widths = [300, 512, 1024];
export const wallSizes =
  "(min-width: 1608px) 16vw, (min-width: 1168px) 19vw, (min-width: 908px) 24vw, (min-width: 608px) 33vw, 50vw";

/** Like and collect buttons, passed in by the page, because their slices are above this one. */
export type CardActions = (picture: Tile) => {
  like: ReactNode;
  collect?: ReactNode;
};

export type PictureCardProps = {
  picture: Tile;
  style: CSSProperties;
  /** Index in its list, for the wall. */
  index?: number;
  className?: string;
  /** Width of the card, as the `sizes` attribute. */
  sizes?: string;
  /** Among the first on the page: loaded eagerly. */
  first?: boolean;
  /** Added in the browser: fades in over its blur once loaded. */
  fresh?: boolean;
  actions?: CardActions;
  /** Opens the dialog; without it the link opens the picture's page. */
  onOpen?: (picture: Tile) => void;
};

/** The accessible name of a picture in a list: "title, by creator". */
export function cardName(picture: Pick<Tile, "title" | "creator">): string {
  return t`${picture.title}, by ${picture.creator.name}`;
}

/** A plain click: not one that opens a new tab or window. */
export function isPlainPress(event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

/** L, C and R on a focused picture press the buttons of its overlay. */
function useOverlayKeys(picture: Tile) {
  const navigate = useNavigate();
  return (event: KeyboardEvent<HTMLElement>) => {
    if (!isSingleKeyPress(event)) return;
    const key = event.key.toLowerCase();
    const act = key === "l" ? "like" : key === "c" ? "collect" : null;
    if (key === "r") void navigate(paths.studio({ source: picture.id }));
    else if (act === null) return;
    else event.currentTarget.querySelector<HTMLElement>(`[data-act=${act}] button`)?.click();
    event.preventDefault();
  };
}

type OverlayProps = Pick<PictureCardProps, "picture" | "actions">;

function overlay({ picture, actions }: OverlayProps) {
  const { creator, title, id, isDemo } = picture;
  const given = actions?.(picture);
  return (
    <>
      <div className="card-overlay-row card-overlay-top">
        {given && (
          <>
            <span data-act="like">{given.like}</span>
            {given.collect && <span data-act="collect">{given.collect}</span>}
          </>
        )}
      </div>
      <div className="card-overlay-row">
        <span className="card-overlay-creator" data-demo={isDemo}>
          <Avatar name={creator.name} src={creator.avatar} size={24} />
          <span {...written} className="truncate">
            {creator.name}
          </span>
        </span>
        <Link
          className="card-overlay-remix"
          to={paths.studio({ source: id })}
          aria-label={t`Remix ${title}`}
        >
          <RemixGlyph size={16} />
          {t`Remix`}
        </Link>
      </div>
    </>
  );
}

/** All that the overlay of a card depends on. */
function overlayKey({ id, title, creator, isDemo }: Tile, { imageHost }: Site): string {
  return ["overlay", imageHost, id, title, creator.name, creator.avatar, isDemo].join("\0");
}

const useOverlay = import.meta.env.SSR
  ? ({ picture }: OverlayProps) =>
      useKeptContent(
        (site) => overlayKey(picture, site),
        () => overlay({ picture }),
      )
  : (props: OverlayProps) => ({ children: overlay(props) });

type ContentProps = Pick<PictureCardProps, "picture" | "sizes" | "first" | "actions"> & {
  onClick?: (event: MouseEvent) => void;
  image?: ComponentProps<"img"> & { "data-fresh"?: string };
};

/** What a card shows, within its place on the wall. */
function CardContent({ picture, sizes, first, actions, onClick, image }: ContentProps) {
  const { imageHost } = useSite();
  const { slug, width, height, placeholder } = picture;
  return (
    <>
      <div
        className="card-blur"
        style={{ backgroundImage: `url(data:image/webp;base64,${placeholder})` }}
      />
      <Link className="card-link ring-outside" to={paths.picture(slug)} onClick={onClick}>
        <img
          alt={cardName(picture)}
          width={width}
          height={height}
          sizes={sizes ?? wallSizes}
          srcSet={responsiveAddresses(imageHost, slug, widths, { format: "webp" })}
          src={imageAddress(imageHost, slug, { width: 512, format: "webp" })}
          loading={first ? "eager" : "lazy"}
          decoding="async"
          {...image}
        />
      </Link>
      <div className="card-overlay" {...useOverlay({ picture, actions })} />
    </>
  );
}

/** The attributes of a card's own element: its place and colour. */
function frameOf({ picture, style, index, className = "" }: PictureCardProps) {
  return {
    className: `card ${className}`,
    style: { ...style, "--ph": picture.colors[0] } as CSSProperties,
    "data-index": index,
  };
}

function LiveCard(props: PictureCardProps) {
  const { picture, fresh, actions, onOpen } = props;
  const image = useRef<HTMLImageElement>(null);
  const [shown, setShown] = useState(!fresh);
  useEffect(() => {
    if (image.current?.complete) setShown(true);
  }, []);
  const onKeyDown = useOverlayKeys(picture);
  // The overlay is rendered when the pointer comes near: a wall has hundreds of them.
  const [isNear, setNear] = useState(false);
  const onNear = () => setNear(true);
  return (
    // The focused link inside receives the keys; the card only handles their events as they bubble.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article {...frameOf(props)} onKeyDown={onKeyDown} onPointerEnter={onNear} onFocus={onNear}>
      <CardContent
        {...props}
        actions={isNear ? actions : undefined}
        onClick={(event) => {
          if (!onOpen || !isPlainPress(event)) return;
          event.preventDefault();
          onOpen(picture);
        }}
        image={{
          ref: image,
          onLoad: () => setShown(true),
          "data-fresh": fresh ? (shown ? "shown" : "") : undefined,
        }}
      />
    </article>
  );
}

/** All that the content of a card depends on. */
function contentKey({ picture, sizes }: PictureCardProps, { imageHost }: Site): string {
  const { id, slug, title, width, height, placeholder, creator, isDemo } = picture;
  const { name, avatar } = creator;
  return [
    "card",
    imageHost,
    sizes,
    id,
    slug,
    title,
    width,
    height,
    placeholder,
    name,
    avatar,
    isDemo,
  ].join("\0");
}

function KeptCard(props: PictureCardProps) {
  const { picture, sizes } = props;
  const content = () => <CardContent picture={picture} sizes={sizes} />;
  return (
    <article {...frameOf(props)} {...useKeptContent((site) => contentKey(props, site), content)} />
  );
}

/** The card on the server, from memory but for those that React lets the browser preload. */
function CardMarkup(props: PictureCardProps) {
  return props.first ? <LiveCard {...props} /> : <KeptCard {...props} />;
}

/**
 * A picture on the wall: first its colour, then its blur, then itself; the overlay has like, collect, creator and
 * remix.
 */
export const PictureCard = import.meta.env.SSR ? CardMarkup : memo(LiveCard);
