import { useEffect, useState } from "react";
import { modalAddresses } from "#app/rules/image-address.ts";
import { isPictureComplete } from "#app/rules/picture-complete.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import { api } from "./api.ts";
import type { PictureDetails } from "./picture-details.ts";
import { toTile, type Tile } from "./tile.ts";

/** What was read ahead for a neighbour stays good for so long, in ms. */
const freshMs = 30_000;

type Read = { at: number; answer: Promise<ApiResult<PictureDetails>> };

/** Details that were read ahead, by address. */
const ahead = new Map<string, Read>();
const mostAhead = 4;

const read = (address: string) =>
  api.get("/api/picture/:id", { param: { id: address }, query: { include: "unapproved" } });

/** Reads a neighbour's details and its picture before anybody asks for them. */
export function readAhead(address: string, imageHost: string): void {
  const known = ahead.get(address);
  if (known !== undefined && Date.now() - known.at < freshMs) return;
  ahead.set(address, { at: Date.now(), answer: read(address) });
  for (const old of [...ahead.keys()].slice(0, -mostAhead)) ahead.delete(old);
  const { small, large } = modalAddresses(imageHost, address);
  for (const source of [small, large]) new Image().src = source;
}

function readOrTake(address: string): Promise<ApiResult<PictureDetails>> {
  const known = ahead.get(address);
  ahead.delete(address);
  return known !== undefined && Date.now() - known.at < freshMs ? known.answer : read(address);
}

export type Details =
  | { state: "reading" }
  | { state: "read"; details: PictureDetails }
  | { state: "missing" }
  | { state: "failed" };

const reading: Details = { state: "reading" };

/** What an answer means for the dialog; a picture that is not complete is not shown (docs/product.md 3.4). */
function detailsIn(answer: ApiResult<PictureDetails>): Details {
  if (!answer.ok) return { state: answer.status === 404 ? "missing" : "failed" };
  if (!isPictureComplete(answer.data)) return { state: "failed" };
  return { state: "read", details: answer.data };
}

/** The details of a picture at an address, read once for each; `again` reads again after a failure. */
export function usePictureDetails(address: string): { found: Details; again: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [at, setAt] = useState({ address, attempt, found: reading });
  const isCurrent = at.address === address && at.attempt === attempt;
  useEffect(() => {
    let isStale = false;
    void readOrTake(address).then((answer) => {
      if (isStale) return undefined;
      const found = detailsIn(answer);
      if (found.state === "failed") {
        const why = answer.ok ? "incomplete, status 200" : `status ${answer.status}`;
        // oxlint-disable-next-line no-console -- docs/product.md 8.3 wants it logged
        console.error(`Image lookup failed: ${address}, ${why}`);
      }
      setAt({ address, attempt, found });
      return undefined;
    });
    return () => {
      isStale = true;
    };
  }, [address, attempt]);
  return { found: isCurrent ? at.found : reading, again: () => setAttempt((now) => now + 1) };
}

export type Surroundings = { source: Tile | null; remixes: Tile[]; similar: Tile[] };

const none: Surroundings = { source: null, remixes: [], similar: [] };

/** Lineage and similar pictures, read once the details are there; empty until then, and where they cannot be read. */
export function useSurroundings(id: string | null, similarCount: number): Surroundings {
  const [at, setAt] = useState<{ id: string; found: Surroundings } | null>(null);
  useEffect(() => {
    if (id === null) return undefined;
    let isStale = false;
    void Promise.all([
      api.get("/api/picture/:id/lineage", { param: { id } }),
      api.get("/api/picture/:id/similar", { param: { id }, query: { limit: similarCount } }),
    ]).then(([lineage, similar]) => {
      if (isStale) return undefined;
      const { source, remixes } = lineage.ok ? lineage.data : { source: null, remixes: [] };
      const items = similar.ok ? similar.data.items : [];
      const found = {
        source: source && toTile(source),
        remixes: remixes.map(toTile),
        similar: items.map(toTile),
      };
      setAt({ id, found });
      return undefined;
    });
    return () => {
      isStale = true;
    };
  }, [id, similarCount]);
  return at?.id === id ? at.found : none;
}

/** Tells the server that somebody looks at the picture; it counts one view a visit. */
export function useView(id: string | null): void {
  useEffect(() => {
    if (id !== null) void api.post("/api/picture/:id/view", { param: { id } });
  }, [id]);
}
