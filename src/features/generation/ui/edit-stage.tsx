import { useId, type CSSProperties } from "react";
import { t } from "#app/language/message.ts";
import type { EditDocument } from "#app/rules/edit-document.ts";
import { toStage } from "#app/rules/edit-view.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { EditFrame } from "./edit-frame.tsx";
import type { Hand } from "./edit-tools.ts";
import type { RemixSource } from "./source.ts";
import { useCrosshair } from "./use-crosshair.ts";
import { useEditPointer } from "./use-edit-pointer.ts";
import type { Viewing } from "./use-edit-view.ts";
import type { Mask } from "./use-mask.ts";
import { usePainting, type Shape } from "./use-painting.ts";
import "./edit-stage.css";

type StageProps = {
  source: RemixSource;
  /** Addresses of the source: a small copy that comes at once, and the picture itself. */
  small: string;
  large: string;
  edit: EditDocument;
  change: (next: EditDocument, of?: string | null) => void;
  mask: Mask;
  viewing: Viewing;
  hand: Hand;
  setHand: (changes: Partial<Hand>) => void;
  say: (text: string) => void;
};

/** The outline of what is being drawn, in pixels of the source. */
function Outline({ shape }: { shape: Shape }) {
  if (shape.kind === "lasso") {
    return <polygon points={shape.points.join(" ")} vectorEffect="non-scaling-stroke" />;
  }
  const { from, to } = shape;
  return (
    <rect
      x={Math.min(from.x, to.x)}
      y={Math.min(from.y, to.y)}
      width={Math.abs(to.x - from.x)}
      height={Math.abs(to.y - from.y)}
      vectorEffect="non-scaling-stroke"
    />
  );
}

/** The picture with its mask over it, to be painted on by mouse, finger, pen and keys. */
export function EditStage(props: StageProps) {
  const { source, edit, change, mask, viewing, hand, setHand, say } = props;
  const { width, height } = source;
  const { canvas, soft, isSoft, isReady } = mask;
  const { stage, view } = viewing;
  const help = useId();
  const painting = usePainting(edit, change, mask, source, hand);
  const crosshair = useCrosshair(source, viewing, painting, hand, setHand, say);
  const { cursor, handlers } = useEditPointer(viewing, painting, hand, crosshair.space);
  const isBrush = hand.tool === "brush" || hand.tool === "eraser";
  const place = view && {
    left: view.x,
    top: view.y,
    width: width * view.scale,
    height: height * view.scale,
    backgroundImage: `url(${JSON.stringify(props.small)})`,
  };
  const cross = crosshair.at && view && toStage(view, crosshair.at);
  return (
    <>
      {/* role="application": arrow keys and Space are its own, so it must be focusable. */}
      <div
        ref={stage}
        className="edit-stage"
        role="application"
        aria-label={t`${source.title}, to be marked`}
        aria-describedby={help}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-tool={hand.tool}
        {...handlers}
        {...crosshair.handlers}
      >
        <EditFrame
          source={source}
          edit={edit}
          viewing={viewing}
          isOpen={hand.tool === "frame"}
          change={change}
        />
        <div className="edit-picture" style={place ?? { visibility: "hidden" }}>
          <img alt="" src={props.large} draggable={false} />
          <canvas
            ref={canvas}
            width={width}
            height={height}
            className="edit-mask"
            data-hidden={(isSoft && !painting.isPainting) || undefined}
          />
          {isSoft && <canvas ref={soft} className="edit-mask" />}
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
            {painting.shape && <Outline shape={painting.shape} />}
          </svg>
        </div>
        {isBrush && <div ref={cursor} className="edit-cursor" aria-hidden />}
        {cross && (
          <div
            className="edit-crosshair"
            style={
              {
                left: cross.x,
                top: cross.y,
                "--across": `${view.scale * hand.size}px`,
              } as CSSProperties
            }
            aria-hidden
          >
            {isBrush && <span />}
          </div>
        )}
        {!isReady && (
          <span className="edit-waiting">
            <Spinner />
          </span>
        )}
      </div>
      <p className="sr-only" id={help}>
        {t`Arrow keys move a crosshair, with Shift further and with Ctrl by one pixel. Space marks what is there; for a rectangle and a lasso it sets corners. Square brackets change the size; plus, minus and zero the zoom. B, E, L, R, X and V choose a tool.`}
      </p>
    </>
  );
}
