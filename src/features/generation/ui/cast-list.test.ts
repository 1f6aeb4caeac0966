import { expect, test } from "vitest";
import type { Cast } from "../queries.ts";
import { openIds, withCast, withProgress } from "./cast-list.ts";

function cast(id: string, minute: number, over: Partial<Cast> = {}): Cast {
  return {
    id,
    kind: "create",
    state: "queued",
    prompt: "a lake",
    texts: null,
    eachOnce: false,
    negative: null,
    aspect: "1:1",
    quality: "standard",
    count: 1,
    engine: { id: "sketch", label: "Sketch" },
    model: "sketch-1",
    seed: 1,
    source: null,
    sourceUploadId: null,
    edit: null,
    strength: null,
    references: [],
    isPublic: true,
    styleKit: null,
    params: {},
    fellBackFrom: null,
    cost: 1,
    delivered: 0,
    position: 1,
    isPaused: false,
    whenIdle: false,
    priceFactor: 1,
    version: 1,
    progress: [{ index: 0, state: "queued", fraction: 0, stage: "queued" }],
    grid: null,
    interpretation: null,
    warnings: [],
    failReason: null,
    creditsBack: 0,
    cancelRequested: false,
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    finishedAt: null,
    ...over,
  };
}

const running = {
  state: "running" as const,
  delivered: 0,
  progress: [{ index: 0, state: "running" as const, fraction: 0.5, stage: "sky" }],
};

test("a new cast comes first, an updated one keeps its place", () => {
  const list = withCast(withCast([], cast("a", 1)), cast("b", 2));
  expect(list.map(({ id }) => id)).toEqual(["b", "a"]);
  const again = withCast(list, cast("a", 1, { state: "done" }));
  expect(again.map(({ id, state }) => `${id} ${state}`)).toEqual(["b queued", "a done"]);
});

test("NT-06 progress changes its cast alone and takes it out of the queue", () => {
  const list = withProgress([cast("b", 2), cast("a", 1)], "a", running);
  expect(list[0].state).toBe("queued");
  expect(list[1]).toMatchObject({ state: "running", position: null });
  expect(list[1].progress[0].fraction).toBe(0.5);
});

test("NT-06 late progress does not reopen a finished cast", () => {
  const done = [cast("a", 1, { state: "done" })];
  expect(withProgress(done, "a", running)).toEqual(done);
});

test("the casts that are not over", () => {
  const list = [
    cast("a", 3),
    cast("b", 2, { state: "running" }),
    cast("c", 1, { state: "failed" }),
  ];
  expect(openIds(list)).toEqual(["a", "b"]);
});
