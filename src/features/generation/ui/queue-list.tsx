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

/** The waiting casts in their order: moved by dragging, by buttons, or by arrow keys on the grip. */
export function QueueList(props: QueueListProps) {
  const { casts, onMove } = props;
  const last = casts.length - 1;
  const { drag, start } = useDragOrder((from, to) => void onMove(from, to), "down");
  const markOf = (index: number) => {
    if (drag?.before === index) return "before";
    return drag?.before === casts.length && index === last ? "after" : undefined;
  };
  return (
    <ol className="queue" aria-label={t`Waiting casts in order`}>
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
