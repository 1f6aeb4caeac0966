import { expect, test } from "vitest";
import { createInFlight } from "./in-flight.ts";

test("no more run than may, and the end waits for all", async () => {
  const work = createInFlight(3);
  let [running, most, ended] = [0, 0, 0];
  for (let n = 0; n < 10; n += 1) {
    await work.begin(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      ended += 1;
    });
  }
  await work.end();
  expect([most, ended]).toEqual([3, 10]);
});

test("what fails first is thrown by the next beginning and by the end, and the rest is waited for", async () => {
  const work = createInFlight(2);
  const slow = Promise.withResolvers<void>();
  let isOver = false;
  await work.begin(async () => {
    await slow.promise;
    isOver = true;
  });
  await work.begin(() => Promise.reject(new Error("first")));
  await expect(work.begin(() => Promise.reject(new Error("second")))).rejects.toThrow("first");
  const end = work.end();
  slow.resolve();
  await expect(end).rejects.toThrow("first");
  expect(isOver).toBe(true);
});
