import { expect, test } from "vitest";
import { createKeyedGate } from "./keyed-gate.ts";

const detail = () => "Too many at once";

test("work of one key waits for its turn, that of others does not", async () => {
  const gate = createKeyedGate({ wide: 1, queue: 10, waitMs: 60_000, detail });
  const held = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = gate.run("a", async () => {
    await held.promise;
    order.push("a1");
  });
  const second = gate.run("a", async () => {
    order.push("a2");
  });
  await gate.run("b", async () => {
    order.push("b");
  });
  held.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(["b", "a1", "a2"]);
});

test("a key is free again after failures, and has its own queue", async () => {
  const gate = createKeyedGate({ wide: 1, queue: 1, waitMs: 60_000, detail });
  const held = Promise.withResolvers<never>();
  const first = gate.run("a", () => held.promise);
  const second = gate.run("a", () => Promise.resolve("second"));
  await expect(gate.run("a", () => Promise.resolve())).rejects.toMatchObject({
    code: "unavailable",
  });
  held.reject(new Error("broken"));
  await expect(first).rejects.toThrow("broken");
  expect(await second).toBe("second");
  expect(await gate.run("a", () => Promise.resolve("third"))).toBe("third");
});
