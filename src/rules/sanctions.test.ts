import { expect, test } from "vitest";
import {
  chosenReasons,
  daysFrom,
  reasonLabel,
  sanctionConsequence,
  sanctionKinds,
  sanctionTitle,
  signInRefusal,
  turnsAccountOff,
} from "./sanctions.ts";

const endsAt = new Date("2026-11-24T10:05:00Z");

test("a title says what was decided, and until when", () => {
  const titles = sanctionKinds.map((kind) =>
    sanctionTitle({ kind, endsAt: kind === "suspension" ? endsAt : null, targetTitle: "Fog" }),
  );
  expect(titles).toEqual([
    "You have a strike",
    "Your account is suspended until 24 November 2026 at 10:05 UTC",
    "Your account is banned",
    "Your account is closed",
    "Your image “Fog” was hidden",
    "Your name was taken down",
    "Your bio was taken down",
    "Your profile picture was taken down",
    "Your cover picture was taken down",
    "Your style kit “Fog” was taken down",
  ]);
});

test("every kind says what follows from it", () => {
  expect(sanctionKinds.map((kind) => sanctionConsequence(kind).length > 20)).not.toContain(false);
});

test("a suspension, a ban and a closure turn the account off, a strike and a hidden picture do not", () => {
  expect(sanctionKinds.filter(turnsAccountOff)).toEqual(["suspension", "ban", "closure"]);
});

test("the refusal of a sign-in names the end and the reason", () => {
  expect(signInRefusal({ kind: "suspension", reason: "spam", endsAt })).toBe(
    "Your account is suspended until 24 November 2026 at 10:05 UTC. Reason: Spam or misleading.",
  );
});

test("a reason of a later release is shown as it is, and admins cannot choose the one of strikes", () => {
  expect(reasonLabel("new-one")).toBe("new-one");
  expect(reasonLabel("constructor")).toBe("constructor");
  expect(chosenReasons).not.toContain("strikes");
});

test("days are counted in hours, not by the calendar of a place", () => {
  expect(daysFrom(new Date("2026-03-28T12:00:00Z"), 2)).toEqual(new Date("2026-03-30T12:00:00Z"));
});
