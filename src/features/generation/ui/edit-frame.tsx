import { useRef, type CSSProperties, type PointerEvent } from "react";
import type { EditDocument } from "#app/rules/edit-document.ts";
import { dragged, handles, type Handle } from "#app/rules/edit-frame.ts";
import type { Extension } from "#app/rules/edit-limits.ts";
import type { Viewing } from "./use-edit-view.ts";

type Size = { width: number; height: number };

type FrameProps = {
  source: Size;
  edit: EditDocument;
  viewing: Viewing;
  /** Whether its edges can be dragged. */
  isOpen: boolean;
  change: (next: EditDocument, of: string | null) => void;
};

type Drag = {
  handle: Handle;
  start: Extension;
  x: number;
  y: number;
  key: string;
  fitted: boolean;
};

const cursors: Readonly<Record<string, string>> = {
  "-1 -1": "nwse-resize",
  "1 1": "nwse-resize",
  "1 -1": "nesw-resize",
  "-1 1": "nesw-resize",
};
const cursorOf = ({ across, down }: Handle) =>
  cursors[`${across} ${down}`] ?? (across === 0 ? "ns-resize" : "ew-resize");

/**
 * The edges of the result, which is drawn where they are beyond the picture. They are dragged by mouse, finger and pen;
 * for keys and screen readers there are fields beside the picture.
 */
export function EditFrame({ source, edit, viewing, isOpen, change }: FrameProps) {
  const drag = useRef<Drag | null>(null);
  const { view } = viewing;
  if (view === null) return null;
  const { extend } = edit;
  const place = {
    left: view.x - extend.left * view.scale,
    top: view.y - extend.top * view.scale,
    width: (source.width + extend.left + extend.right) * view.scale,
    height: (source.height + extend.top + extend.bottom) * view.scale,
  };
  function begin(event: PointerEvent, handle: Handle) {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y } = event;
    const key = `frame ${event.timeStamp}`;
    drag.current = { handle, start: extend, x, y, key, fitted: viewing.isFitted };
    viewing.hold();
  }
  function move(event: PointerEvent) {
    if (drag.current === null || view === null) return;
    event.stopPropagation();
    const { handle, start, x, y, key } = drag.current;
    const by = { x: (event.clientX - x) / view.scale, y: (event.clientY - y) / view.scale };
    const next = dragged(start, handle, by.x, by.y);
    if (next !== extend) change({ ...edit, extend: next }, key);
  }
  function end() {
    if (drag.current?.fitted) viewing.fit();
    drag.current = null;
  }
  if (!isOpen) return <div className="edit-beyond" style={place} aria-hidden />;
  return (
    <>
      <div className="edit-beyond" style={place} aria-hidden />
      <div className="edit-frame" style={place} aria-hidden>
        {handles.map((handle) => (
          <span
            key={`${handle.across} ${handle.down}`}
            className="edit-handle"
            data-at={`${handle.across} ${handle.down}`}
            style={
              {
                left: `${(handle.across + 1) * 50}%`,
                top: `${(handle.down + 1) * 50}%`,
                cursor: cursorOf(handle),
              } satisfies CSSProperties
            }
            onPointerDown={(event) => begin(event, handle)}
            onPointerMove={move}
            onPointerUp={end}
            onPointerCancel={end}
          />
        ))}
      </div>
    </>
  );
}
