import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  reduceAuth,
  renderedAuth,
  type AuthEvent,
  type AuthState,
  type Known,
} from "./auth-state.ts";

const ada: Known = { id: "ada", role: "member" };
const kai: Known = { id: "kai", role: "admin" };
type State = AuthState<Known>;
type Event = AuthEvent<Known>;

const asGuest = renderedAuth<Known>(null);
const asAda = renderedAuth<Known>(ada);
const unknown: State = { ...asGuest, status: "loading", initialised: false };
const readingAda: State = { ...unknown, refreshing: "ada" };
const adaFromSnapshot: State = { ...asAda, initialised: false };

const table: [string, State, Event, State][] = [
  ["a page without a member makes a guest", asAda, { type: "rendered", user: null }, asGuest],
  ["a page with a member makes a member", asGuest, { type: "rendered", user: ada }, asAda],
  ["the role is the user's", asGuest, { type: "rendered", user: kai }, renderedAuth(kai)],
  ["a kept page without a snapshot loads", asAda, { type: "restored", user: null }, unknown],
  ["a snapshot is shown, not yet sure", asGuest, { type: "restored", user: ada }, adaFromSnapshot],
  ["a new session asks for a profile", asGuest, { type: "session", userId: "ada" }, readingAda],
  ["… while loading, too", unknown, { type: "session", userId: "ada" }, readingAda],
  ["… and not twice", readingAda, { type: "session", userId: "ada" }, readingAda],
  ["a known session asks for none", asAda, { type: "session", userId: "ada" }, asAda],
  ["it makes a snapshot sure", adaFromSnapshot, { type: "session", userId: "ada" }, asAda],
  ["another's session does", renderedAuth(kai), { type: "session", userId: "ada" }, readingAda],
  ["a profile ends the reading", readingAda, { type: "profile", user: ada }, asAda],
  ["a late profile is nobody's", asGuest, { type: "profile", user: ada }, asGuest],
  ["another's profile is not taken", readingAda, { type: "profile", user: kai }, readingAda],
  ["no session forces a guest", asAda, { type: "no-session" }, asGuest],
  ["… while loading, too", unknown, { type: "no-session" }, asGuest],
  ["… and stops a reading", readingAda, { type: "no-session" }, asGuest],
  ["a guest stays one", asGuest, { type: "no-session" }, asGuest],
  [
    "a session error marks a guest with its message",
    asAda,
    { type: "failed", message: "The server could not be reached" },
    { ...asGuest, error: "The server could not be reached" },
  ],
  [
    "one without a message has the fallback",
    unknown,
    { type: "failed", message: "" },
    { ...asGuest, error: "Failed to initialize authentication" },
  ],
];

test.each(table)("AU-10 %s", (_title, before, event, after) => {
  expect(reduceAuth(before, event)).toEqual(after);
});

test("AU-10 an event without effect keeps the same object", () => {
  expect(reduceAuth(asAda, { type: "session", userId: "ada" })).toBe(asAda);
  expect(reduceAuth(readingAda, { type: "session", userId: "ada" })).toBe(readingAda);
  expect(reduceAuth(asGuest, { type: "no-session" })).toBe(asGuest);
});

const user = fc.constantFrom(ada, kai);
const event = fc.oneof(
  fc.record({ type: fc.constant("rendered"), user: fc.option(user) }),
  fc.record({ type: fc.constant("restored"), user: fc.option(user) }),
  fc.record({ type: fc.constant("session"), userId: fc.constantFrom("ada", "kai") }),
  fc.record({ type: fc.constant("profile"), user }),
  fc.constant({ type: "no-session" }),
  fc.record({ type: fc.constant("failed"), message: fc.string() }),
) as fc.Arbitrary<Event>;

test("AU-10 whatever happens, role, user and status agree", () => {
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const state = events.reduce<State>((now, next) => reduceAuth(now, next), asGuest);
      expect(state.status === "authenticated").toBe(state.user !== null);
      expect(state.role).toBe(state.user?.role ?? "guest");
      expect(state.refreshing === null || state.status === "loading").toBe(true);
      expect(state.initialised && state.status === "loading").toBe(false);
    }),
  );
});
