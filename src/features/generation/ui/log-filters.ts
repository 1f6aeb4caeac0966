import { isUuid } from "#app/rules/picture-filename.ts";
import type { Cast } from "../queries.ts";

/** The filters of the log, as in the URL. */
export type LogFilters = {
  kind?: Cast["kind"];
  state?: "open" | "done" | "failed" | "cancelled";
  engine?: string;
  /** Days as YYYY-MM-DD, both inclusive. */
  from?: string;
  to?: string;
  /** Id of a style kit. */
  kit?: string;
  q?: string;
  /** Id of one cast. */
  id?: string;
};

const kinds = ["create", "remix", "upscale"] as const;
const states = ["open", "done", "failed", "cancelled"] as const;

/** A valid day, or undefined. */
function dayOf(given: string | null): string | undefined {
  if (given === null || !/^\d{4}-\d{2}-\d{2}$/.test(given)) return undefined;
  const day = new Date(`${given}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(given) ? given : undefined;
}

/** Parses the filters of a URL; invalid values are ignored. */
export function readFilters(query: URLSearchParams): LogFilters {
  const kind = kinds.find((one) => one === query.get("kind"));
  const state = states.find((one) => one === query.get("state"));
  const engine = query.get("engine")?.slice(0, 120).toWellFormed();
  const [from, to] = [dayOf(query.get("from")), dayOf(query.get("to"))];
  const kit = query.get("kit")?.slice(0, 120).toWellFormed();
  const q = query.get("q")?.trim().slice(0, 200).toWellFormed();
  const id = query.get("id") ?? "";
  return {
    ...(kind && { kind }),
    ...(state && { state }),
    ...(engine && { engine }),
    ...(from && { from }),
    ...(to && { to }),
    ...(kit && { kit }),
    ...(q && { q }),
    ...(isUuid(id) && { id }),
  };
}

/** Whether a new cast belongs in the filtered list. */
export function fitsFilters(cast: Cast, filters: LogFilters): boolean {
  const { kind, state, engine, from, to, kit, q, id } = filters;
  const day = cast.createdAt.slice(0, 10);
  const isOpen = cast.state === "queued" || cast.state === "running";
  return (
    (kind === undefined || cast.kind === kind) &&
    (state === undefined || (state === "open" ? isOpen : cast.state === state)) &&
    (engine === undefined || cast.engine.id === engine) &&
    (from === undefined || day >= from) &&
    (to === undefined || day <= to) &&
    (kit === undefined || cast.styleKit?.id === kit) &&
    (id === undefined || cast.id === id) &&
    (q === undefined || cast.prompt.toLowerCase().includes(q.toLowerCase()))
  );
}
