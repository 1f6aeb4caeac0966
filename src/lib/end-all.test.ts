import { expect, test } from "vitest";
import { endAll } from "./end-all.ts";

test("a part that ends with an error is logged, and the others are waited for", async () => {
  const logged: unknown[] = [];
  const log = { error: (facts: unknown) => void logged.push(facts) };
  const error = new Error("no answer in time");
  const last = Promise.withResolvers<void>();
  let isOver = false;
  const end = async () => {
    await endAll(log, [Promise.reject(error), last.promise]);
    isOver = true;
  };
  const ending = end();
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  last.resolve();
  await ending;
  expect(logged).toEqual([{ err: error }]);
});
