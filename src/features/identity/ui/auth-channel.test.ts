import { beforeEach, expect, test } from "vitest";
import { renderedAuth } from "#app/rules/auth-state.ts";
import { snapshotKey, snapshotLifeMs } from "#app/rules/auth-snapshot.ts";
import { searchesKey } from "#app/rules/member-storage.ts";
import { readStored, writeStored } from "#app/ui/stored.ts";
import type { SessionUser } from "../queries.ts";
import { keep } from "./auth-channel.ts";
import { userFromAuth } from "./auth-user.ts";

const mira = userFromAuth({ id: "1", name: "Mira", role: "member" });
const searches = JSON.stringify(["a secret"]);

beforeEach(() => {
  writeStored(snapshotKey, null);
  writeStored(searchesKey, searches);
});

test("the searches of a member stay while the member is signed in, and go when the session has ended", () => {
  keep(renderedAuth(mira));
  expect(readStored(searchesKey)).toBe(searches);
  keep(renderedAuth<SessionUser>(null));
  expect([readStored(searchesKey), readStored(snapshotKey)]).toEqual([null, null]);
});

test("the searches go also where the session ended long after the last page", () => {
  keep(renderedAuth(mira));
  const snapshot = JSON.parse(readStored(snapshotKey) ?? "") as { timestamp: number };
  const old = { ...snapshot, timestamp: snapshot.timestamp - 2 * snapshotLifeMs };
  writeStored(snapshotKey, JSON.stringify(old));
  keep(renderedAuth<SessionUser>(null));
  expect([readStored(searchesKey), readStored(snapshotKey)]).toEqual([null, null]);
});

test("the searches of a guest stay", () => {
  keep(renderedAuth<SessionUser>(null));
  expect(readStored(searchesKey)).toBe(searches);
});
