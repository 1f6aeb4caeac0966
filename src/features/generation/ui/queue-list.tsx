import { useLayoutEffect, useRef } from "react";
import { t } from "#app/language/message.ts";
import { useDragOrder } from "#app/features/collections/ui/use-drag-order.ts";
import type { Cast } from "../queries.ts";
import { QueueRow } from "./queue-row.tsx";
import "./queue.css";

type QueueListProps = {
  casts: readonly Cast[];
  onMove: (from: number, to: number) => Promise<void>;
  onPause: (cast: Cast) => void;
  onIdle: (cast: Cast, whenIdle: boolean) => void;
  onEdit: (cast: Cast) => void;
  onCancel: (cast: Cast) => void;
};

/** A row that is moved in the page loses the focus: it gets it back. */
function useKeptFocus() {
  const focused = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = focused.current;
    if (element?.isConnected && document.activeElement === document.body) element.focus();
  });
  return {
    onFocus: ({ target }: { target: EventTarget }) => {
      focused.current = target instanceof HTMLElement ? target : null;
    },
    // A press elsewhere takes it away on purpose; a row that is moved does not tell.
    onBlur: () => {
      focused.current = null;
    },
  };
}

/** The waiting casts in their order: moved by dragging, by buttons, or by arrow keys on the grip. */
export function QueueList(props: QueueListProps) {
  const { casts, onMove } = props;
  const last = casts.length - 1;
  const { drag, start } = useDragOrder((from, to) => void onMove(from, to), "down");
  const kept = useKeptFocus();
  const markOf = (index: number) => {
    if (drag?.before === index) return "before";
    return drag?.before === casts.length && index === last ? "after" : undefined;
  };
  return (
    <ol className="queue" aria-label={t`Waiting casts in order`} {...kept}>
      {casts.map((cast, index) => (
        <QueueRow
          key={cast.id}
          cast={cast}
          index={index}
          last={last}
          isDragged={index === drag?.from}
          mark={markOf(index)}
          onMove={(to) => void onMove(index, to)}
          onPress={(event, byGrip) => start(event, index, byGrip)}
          onPause={() => props.onPause(cast)}
          onIdle={(whenIdle) => props.onIdle(cast, whenIdle)}
          onEdit={() => props.onEdit(cast)}
          onCancel={() => props.onCancel(cast)}
        />
      ))}
    </ol>
  );
}
