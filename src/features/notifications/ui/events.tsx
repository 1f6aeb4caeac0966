import { createContext, use, useEffect, useRef, useState, type ReactNode } from "react";
import type { StreamEvent } from "./event-stream.ts";

type Listener = (event: StreamEvent) => void;

const EventsContext = createContext<Set<Listener> | null>(null);

/** Opens the member's event stream once for all listeners of the page; closed for guests. */
export function EventsProvider({
  memberId,
  children,
}: {
  memberId: string | null;
  children: ReactNode;
}) {
  const [listeners] = useState(() => new Set<Listener>());
  useEffect(() => {
    if (memberId === null) return undefined;
    let close: (() => void) | null = null;
    let left = false;
    // Read lazily: guests have no stream.
    const open = async () => {
      const { openEventStream } = await import("./event-stream.ts");
      if (left) return;
      close = openEventStream(memberId, (event) =>
        listeners.forEach((listener) => listener(event)),
      );
    };
    void open();
    return () => {
      left = true;
      close?.();
    };
  }, [memberId, listeners]);
  return <EventsContext value={listeners}>{children}</EventsContext>;
}

/** Calls the listener for each event while the component is mounted. */
export function useEvents(listener: Listener) {
  const listeners = use(EventsContext);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    if (listeners === null) return undefined;
    const call: Listener = (event) => latest.current(event);
    listeners.add(call);
    return () => void listeners.delete(call);
  }, [listeners]);
}
