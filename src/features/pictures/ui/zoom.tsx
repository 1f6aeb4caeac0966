import { MinusIcon } from "@phosphor-icons/react/dist/csr/Minus";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useId, type CSSProperties } from "react";
import { t } from "#app/language/message.ts";
import { imageAddress, originalAddress } from "#app/rules/image-address.ts";
import { fittedSize } from "#app/rules/zoom-view.ts";
import { IconButton } from "#app/ui/button.tsx";
import { ModalDialog } from "#app/ui/modal-dialog.tsx";
import { useSite } from "#app/ui/site.ts";
import type { Tile } from "./tile.ts";
import { useZoom } from "./use-zoom.ts";
import "./zoom.css";

/** Zoom factor of one press on plus. */
const pressed = 1.5;

function Magnifier({ picture, onClose }: { picture: Tile; onClose: () => void }) {
  const { imageHost } = useSite();
  const { slug, width, height, title } = picture;
  const { view, window: room, magnify, surface, handlers } = useZoom(picture, onClose);
  const { scale, x, y } = view;
  const fit = fittedSize(picture, room);
  const percent = width > 0 ? Math.round(((fit.width * scale) / width) * 100) : 100;
  const style = {
    width: fit.width,
    height: fit.height,
    backgroundImage: `url("${imageAddress(imageHost, slug, { width: 1024, format: "webp" })}")`,
    transform: `translate(${x}px, ${y}px) scale(${scale})`,
  } satisfies CSSProperties;
  return (
    <>
      {/* role="application" handles the arrow keys, so it must be focusable. */}
      <div
        ref={surface}
        className="zoom-surface"
        role="application"
        aria-label={t`${title}, magnified. Plus and minus change the size, arrow keys move it, Escape closes.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-first
        data-large={scale > 1 || undefined}
        {...handlers}
      >
        <img
          alt={title}
          src={originalAddress(imageHost, slug)}
          width={width}
          height={height}
          draggable={false}
          style={style}
        />
      </div>
      <div className="zoom-tools">
        <IconButton label={t`Smaller`} disabled={scale <= 1} onClick={() => magnify(1 / pressed)}>
          <MinusIcon size={20} />
        </IconButton>
        <output className="mono" aria-label={t`Size`}>
          {percent} %
        </output>
        <IconButton label={t`Larger`} onClick={() => magnify(pressed)}>
          <PlusIcon size={20} />
        </IconButton>
        <IconButton label={t`Close the magnifier`} onClick={onClose}>
          <XIcon size={20} />
        </IconButton>
      </div>
    </>
  );
}

type ZoomProps = { picture: Tile; open: boolean; onClose: () => void };

/** The original at a larger scale: click, wheel, pinch, drag and keys. */
export function Zoom({ picture, open, onClose }: ZoomProps) {
  const titleId = useId();
  return (
    <ModalDialog
      className="zoom"
      labelledBy={titleId}
      shown={open ? picture : null}
      onClose={onClose}
    >
      {(shown) => (
        <>
          <h2 className="sr-only" id={titleId}>
            {shown.title}
          </h2>
          <Magnifier key={shown.id} picture={shown} onClose={onClose} />
        </>
      )}
    </ModalDialog>
  );
}
