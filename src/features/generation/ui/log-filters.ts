import type { Cast } from "../queries.ts";

/** What the log shows, as it stands in the address. */
export type LogFilters = {
  kind?: "create" | "remix";
  state?: "open" | "done" | "failed" | "cancelled";
  engine?: string;
  q?: string;
};

const kinds = ["create", "remix"] as const;
const states = ["open", "done", "failed", "cancelled"] as const;

/** The filters of an address; what makes no sense there is left out. */
export function readFilters(query: URLSearchParams): LogFilters {
  const kind = kinds.find((one) => one === query.get("kind"));
  const state = states.find((one) => one === query.get("state"));
  const engine = query.get("engine")?.slice(0, 120);
  const q = query.get("q")?.trim().slice(0, 200);
  return {
    ...(kind && { kind }),
    ...(state && { state }),
    ...(engine && { engine }),
    ...(q && { q }),
  };
}

/** Whether a cast that came meanwhile belongs in the list. */
export function fitsFilters(cast: Cast, { kind, state, engine, q }: LogFilters): boolean {
  const isOpen = cast.state === "queued" || cast.state === "running";
  return (
    (kind === undefined || cast.kind === kind) &&
    (state === undefined || (state === "open" ? isOpen : cast.state === state)) &&
    (engine === undefined || cast.engine.id === engine) &&
    (q === undefined || cast.prompt.toLowerCase().includes(q.toLowerCase()))
  );
}
