import { useEffect, useMemo } from "react";
import { modalAddresses } from "#app/rules/image-address.ts";
import { isPictureComplete } from "#app/rules/picture-complete.ts";
import { readAheadOf, type QueryState } from "#app/ui/data/queries.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { api } from "./api.ts";
import type { PictureDetails } from "./picture-details.ts";
import type { Reference } from "./made-with.tsx";
import { toTile, type Tile } from "./tile.ts";

/** How long prefetched details of a neighbour stay fresh, in ms. */
const freshMs = 30_000;

const keyOf = (address: string) => `picture ${address}`;

const read = (address: string, signal: AbortSignal) =>
  api.get("/api/picture/:id", {
    param: { id: address },
    query: { include: "unapproved" },
    signal,
  });

/** Prefetches a neighbour's details and its picture. */
export function readAhead(address: string, imageHost: string): void {
  readAheadOf(keyOf(address), (signal) => read(address, signal), freshMs);
  const { small, large } = modalAddresses(imageHost, address);
  for (const source of [small, large]) new Image().src = source;
}

export type Details =
  | { state: "reading" }
  | { state: "read"; details: PictureDetails }
  | { state: "missing" }
  | { state: "failed" };

const reading: Details = { state: "reading" };

/** Maps a response to the dialog's state; a picture that is not complete is not shown (docs/product.md 3.4). */
function detailsIn({
  data,
  failure,
}: Pick<QueryState<PictureDetails>, "data" | "failure">): Details {
  if (failure?.status === 404) return { state: "missing" };
  if (data !== null) {
    return isPictureComplete(data) ? { state: "read", details: data } : { state: "failed" };
  }
  return failure === null ? reading : { state: "failed" };
}

/** The details of the picture at a URL; `again` retries after a failure. */
export function usePictureDetails(address: string) {
  const query = useQuery(keyOf(address), (signal) => read(address, signal), { freshMs });
  const { failure, isSlow, again } = query;
  const found = detailsIn(query);
  const isFailed = found.state === "failed";
  useEffect(() => {
    if (!isFailed) return;
    const why = failure === null ? "incomplete, status 200" : `status ${failure.status}`;
    // oxlint-disable-next-line no-console -- docs/product.md 8.3 wants it logged
    console.error(`Image lookup failed: ${address}, ${why}`);
  }, [address, isFailed, failure]);
  return { found, isSlow, again };
}

export type Surroundings = {
  source: Tile | null;
  remixes: Tile[];
  references: Reference[];
  similar: Tile[];
};

const none: Surroundings = { source: null, remixes: [], references: [], similar: [] };

/** Lineage and similar pictures, read after the details; empty until then, and after a failure. */
export function useSurroundings(id: string | null, similarCount: number): Surroundings {
  const param = { id: id ?? "" };
  const lineage = useQuery(id === null ? null : `lineage ${id}`, (signal) =>
    api.get("/api/picture/:id/lineage", { param, signal }),
  );
  const similar = useQuery(id === null ? null : `similar ${id}`, (signal) =>
    api.get("/api/picture/:id/similar", { param, query: { limit: similarCount }, signal }),
  );
  const isKnown = !lineage.isLoading && !similar.isLoading;
  return useMemo(() => {
    if (!isKnown) return none;
    const { source, remixes, references } = lineage.data ?? none;
    return {
      source: source && toTile(source),
      remixes: remixes.map(toTile),
      references: references.map(({ role, picture }) => ({
        role,
        picture: picture && toTile(picture),
      })),
      similar: (similar.data?.items ?? []).map(toTile),
    };
  }, [isKnown, lineage.data, similar.data]);
}

/** Reports a view of the picture; the server counts one view per visit. */
export function useView(id: string | null): void {
  useEffect(() => {
    if (id !== null) void api.post("/api/picture/:id/view", { param: { id } });
  }, [id]);
}
