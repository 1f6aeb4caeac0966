import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reduceAuth, renderedAuth } from "#app/rules/auth-state.ts";
import { snapshotKey, snapshotLifeMs } from "#app/rules/auth-snapshot.ts";
import { draftKey, editsKey, notificationsKey, searchesKey } from "#app/rules/member-storage.ts";
import { forgetMembers, readOwn } from "#app/ui/set-aside.ts";
import { readStored, writeStored } from "#app/ui/stored.ts";
import type { SessionUser } from "../queries.ts";
import { keep } from "./auth-channel.ts";
import { userFromAuth } from "./auth-user.ts";

const mira = userFromAuth({ id: "1", name: "Mira", role: "member" });
const searches = JSON.stringify(["a secret"]);

const guest = renderedAuth<SessionUser>(null);
const keysOf = [draftKey, editsKey, notificationsKey];

/** What is stored for a member: the draft, the edits and the notifications. */
const stored = (id: string) => keysOf.map((keyOf) => readStored(keyOf(id)));
/** The same, with what was set aside in this tab. */
const own = (id: string) => keysOf.map((keyOf) => readOwn(keyOf(id)));
const full = ["a draft", "an edit", "news"];

/** The storage of a tab, which Node does not have. */
function aTab(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const methods = {
    getItem(this: Record<string, string>, name: string) {
      return Object.hasOwn(this, name) ? this[name] : null;
    },
    setItem(this: Record<string, string>, name: string, text: string) {
      this[name] = text;
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name];
    },
  };
  return Object.create(methods) as typeof methods;
}

beforeEach(() => {
  vi.stubGlobal("sessionStorage", aTab());
  forgetMembers();
  writeStored(snapshotKey, null);
  writeStored(searchesKey, searches);
  for (const [index, keyOf] of keysOf.entries()) writeStored(keyOf("1"), full[index]);
});
afterEach(() => vi.unstubAllGlobals());

test("the searches of a member stay while the member is signed in, and go when the session has ended", async () => {
  await keep(renderedAuth(mira));
  expect(readStored(searchesKey)).toBe(searches);
  await keep(renderedAuth<SessionUser>(null));
  expect([readStored(searchesKey), readStored(snapshotKey)]).toEqual([null, null]);
});

test("the searches go also where the session ended long after the last page", async () => {
  await keep(renderedAuth(mira));
  const snapshot = JSON.parse(readStored(snapshotKey) ?? "") as { timestamp: number };
  const old = { ...snapshot, timestamp: snapshot.timestamp - 2 * snapshotLifeMs };
  writeStored(snapshotKey, JSON.stringify(old));
  await keep(renderedAuth<SessionUser>(null));
  expect([readStored(searchesKey), readStored(snapshotKey)]).toEqual([null, null]);
});

test("the searches of a guest stay", async () => {
  await keep(renderedAuth<SessionUser>(null));
  expect(readStored(searchesKey)).toBe(searches);
});

test("when the session has ended nothing of the member stays stored; the tab has the draft and the edits", async () => {
  await keep(renderedAuth(mira));
  expect(stored("1")).toEqual(full);
  await keep(guest);
  expect(stored("1")).toEqual([null, null, null]);
  expect(own("1")).toEqual(["a draft", "an edit", null]);
});

test("nothing of a member stays stored where the session was over before the page, after an answer that failed", async () => {
  await keep(renderedAuth(mira));
  await keep(reduceAuth(renderedAuth(mira), { type: "failed", message: "" }));
  await keep(guest);
  expect(stored("1")).toEqual([null, null, null]);
});

test("the member who signs in again in that tab has the draft and the edits again", async () => {
  await keep(renderedAuth(mira));
  await keep(guest);
  await keep(renderedAuth(mira));
  expect(stored("1")).toEqual(["a draft", "an edit", null]);
  writeStored(draftKey("1"), null);
  expect(own("1")).toEqual([null, "an edit", null]);
});

test("what the member has stored since is not replaced by what was set aside", async () => {
  await keep(guest);
  writeStored(draftKey("1"), "a newer draft");
  await keep(renderedAuth(mira));
  expect(own("1")).toEqual(["a newer draft", "an edit", null]);
});

test("another member who signs in finds nothing of the one before, in the tab or stored", async () => {
  await keep(guest);
  writeStored(draftKey("1"), "a newer draft");
  writeStored(draftKey("2"), "their own");
  await keep(renderedAuth(userFromAuth({ id: "2", name: "Ada" })));
  expect([own("1"), stored("2")]).toEqual([
    [null, null, null],
    ["their own", null, null],
  ]);
});

test("everything stays stored where the session could not be read or no answer came in time", async () => {
  await keep(renderedAuth(mira));
  await keep(reduceAuth(renderedAuth(mira), { type: "failed", message: "Internal error" }));
  expect(stored("1")).toEqual(full);
  await keep(guest, false);
  expect(stored("1")).toEqual(full);
});

test("what is forgotten is also not in the tab", async () => {
  await keep(guest);
  forgetMembers();
  expect(own("1")).toEqual([null, null, null]);
});

test("a draft that the browser can keep nowhere else stays where it is", async () => {
  vi.unstubAllGlobals();
  await keep(guest);
  expect(stored("1")).toEqual(["a draft", "an edit", null]);
});
