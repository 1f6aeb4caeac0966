/** Downloads over real sockets, from a hub that redirects to a store on another host. */
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { soundSafetensors } from "#tests/fixtures/model-files.ts";
import {
  closeModelScenes,
  faultOf,
  modelScene,
  namesIn,
  never,
  openedFiles,
  pauseAt,
  sha256Of,
} from "#tests/harness/model-files.ts";
import { until } from "#tests/harness/patience.ts";
import { bodyOf, madeBody } from "#tests/providers/hub-files.ts";
import type { HubFault } from "#tests/providers/hub-faults.ts";

afterEach(closeModelScenes);

const large = madeBody(3_000_000);

test("a file is fetched by its commit, checked, and kept for its owner and group to read", async () => {
  const { hub, files, folder } = await modelScene();
  const file = hub.offer(large);
  const seen: number[] = [];
  const kept = await files.download(file, never, ({ bytes, total }) => {
    expect(total).toBe(large.bytes);
    seen.push(bytes);
  });
  expect(await sha256Of(kept)).toBe(large.sha256);
  expect(kept).toBe(path.join(folder, "blobs", `sha256-${large.sha256}`));
  expect((await stat(kept)).mode & 0o777).toBe(0o440);
  expect(await namesIn(folder)).toEqual([
    `blobs/sha256-${large.sha256}`,
    `blobs/sha256-${large.sha256}.json`,
  ]);
  expect(seen[0]).toBe(0);
  expect(seen.at(-1)).toBe(large.bytes);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(hub.sent).toBe(large.bytes);
  expect(hub.asked.every(({ path: asked }) => asked.includes(file.revision))).toBe(true);
});

test("the token goes to the hub and never to the store, whatever goes wrong between", async () => {
  const { hub, files } = await modelScene({ token: "hf_secret" });
  hub.fault = "reset";
  hub.times = 3;
  hub.breakAfter = 500_000;
  const kept = await files.download(hub.offer(large), never, () => {});
  expect(await sha256Of(kept)).toBe(large.sha256);
  expect(hub.asked.every(({ headers }) => headers.authorization === "Bearer hf_secret")).toBe(true);
  expect(hub.stored.length).toBeGreaterThan(3);
  expect(hub.leaked).toBe(0);
});

type Passing = [name: string, fault: HubFault, times: number, breakAfter: number];

test.each<Passing>([
  ["connections that break again and again", "reset", 7, 400_000],
  ["a connection that breaks at 90 %", "reset", 1, 2_700_000],
  ["answers that end too soon", "truncated", 3, 700_000],
  ["a link that ended", "expired-link", 2, 0],
  ["a hub that is overloaded", "overloaded", 2, 0],
  ["one wrong byte, once", "flipped", 1, 0],
])("%s: the file is whole in the end", async (_name, fault, times, breakAfter) => {
  const { hub, files } = await modelScene();
  Object.assign(hub, { fault, times, breakAfter });
  const kept = await files.download(hub.offer(large), never, () => {});
  expect(await sha256Of(kept)).toBe(large.sha256);
});

test("what arrived is not fetched again after a break", async () => {
  const { hub, files } = await modelScene();
  Object.assign(hub, { fault: "reset", times: 5, breakAfter: 500_000 });
  await files.download(hub.offer(large), never, () => {});
  expect(hub.stored.slice(1).every(({ headers }) => headers["if-range"] === '"v1"')).toBe(true);
  // Bytes that left the store as a connection broke may not have arrived.
  expect(hub.sent).toBeLessThan(large.bytes * 1.5);
});

test("a server without ranges begins again, and ends", async () => {
  const { hub, files } = await modelScene();
  Object.assign(hub, { fault: "reset", times: 1, breakAfter: 1_000_000 });
  const work = files.download(hub.offer(large), never, () => {});
  await until(
    "the break",
    () => hub.stored.length,
    (count) => count > 0,
  );
  await until(
    "the fault to end",
    () => hub.fault,
    (fault) => fault === null,
  );
  hub.fault = "no-ranges";
  expect(await sha256Of(await work)).toBe(large.sha256);
});

test("a range that the server does not have makes it begin again", async () => {
  const { hub, files, folder } = await modelScene({ limitBytesPerSecond: 4_000_000 });
  const file = hub.offer(large);
  await pauseAt(files, file, 500_000);
  Object.assign(hub, { fault: "range-refused", times: 1 });
  expect(await sha256Of(await openedFiles(hub, folder).download(file, never, () => {}))).toBe(
    file.sha256,
  );
});

test("another etag midway makes it begin again, and other bytes behind it are not kept", async () => {
  const { hub, files } = await modelScene();
  const file = hub.offer(large);
  Object.assign(hub, { fault: "new-etag", times: 1, breakAfter: 1_000_000 });
  expect(await sha256Of(await files.download(file, never, () => {}))).toBe(large.sha256);
  expect(hub.sent).toBeGreaterThanOrEqual(large.bytes + 1_000_000);

  const second = hub.offer(madeBody(2_000_000, 5), { path: "second.safetensors" });
  Object.assign(hub, { fault: "new-etag", times: 1, breakAfter: 1_000_000 });
  // From the break on the hub itself says that the file is another one.
  hub.onBreak = () => void hub.offer(madeBody(2_000_000, 6), { path: "second.safetensors" });
  expect(await faultOf(files.download(second, never, () => {}))).toMatchObject({ kind: "changed" });
  expect(await files.find(second.sha256)).toBeNull();
});

test("a silent connection is left and asked for anew", async () => {
  const { hub, files } = await modelScene({ stallMs: 200 });
  Object.assign(hub, { fault: "silent", times: 2, breakAfter: 1_000_000 });
  expect(await sha256Of(await files.download(hub.offer(large), never, () => {}))).toBe(
    large.sha256,
  );
});

test("a slow connection is no silent one", async () => {
  const { hub, files } = await modelScene({ stallMs: 5_000 });
  const small = bodyOf(soundSafetensors(4_000));
  Object.assign(hub, { fault: "slow", slowMs: 50 });
  await files.download(hub.offer(small), never, () => {});
  expect(hub.stored).toHaveLength(1);
});

test("a paused download is gone on with by another process", async () => {
  const { hub, folder } = await modelScene();
  const file = hub.offer(large);
  const slow = openedFiles(hub, folder, { limitBytesPerSecond: 4_000_000 });
  await pauseAt(slow, file, 1_000_000);
  const before = hub.sent;
  const seen: number[] = [];
  const kept = await openedFiles(hub, folder).download(file, never, ({ bytes }) =>
    seen.push(bytes),
  );
  expect(await sha256Of(kept)).toBe(file.sha256);
  expect(seen[0]).toBeGreaterThanOrEqual(1_000_000);
  expect(hub.sent - before).toBe(file.bytes - seen[0]);
});

test("notes of a part that are damaged cost the part, not the file", async () => {
  const { hub, folder, files } = await modelScene({ limitBytesPerSecond: 4_000_000 });
  const file = hub.offer(large);
  await pauseAt(files, file, 500_000);
  const part = path.join(folder, "parts", `sha256-${file.sha256}.part`);
  await rm(`${part}.json`);
  expect(await sha256Of(await openedFiles(hub, folder).download(file, never, () => {}))).toBe(
    file.sha256,
  );
});

test("several connections fetch one file, and breaks of theirs are made good", async () => {
  const { hub, files } = await modelScene({ connections: 4, pieceBytes: 400_000 });
  const file = hub.offer(large);
  Object.assign(hub, { fault: "reset", times: 4, breakAfter: 200_000 });
  const kept = await files.download(file, never, () => {});
  expect(await sha256Of(kept)).toBe(large.sha256);
  const ranges = hub.stored.flatMap(({ headers }) => headers.range ?? []);
  expect(new Set(ranges).size).toBeGreaterThan(8);
  expect(hub.sent).toBeLessThan(large.bytes * 1.5);
});

test("several connections end as one where the store has no ranges", async () => {
  const { hub, files } = await modelScene({ connections: 4, pieceBytes: 400_000 });
  hub.fault = "no-ranges";
  const kept = await files.download(hub.offer(large), never, () => {});
  expect(await sha256Of(kept)).toBe(large.sha256);
});

test("two calls for one file fetch it once", async () => {
  const { hub, files } = await modelScene();
  const file = hub.offer(large);
  const [one, two] = await Promise.all([
    files.download(file, never, () => {}),
    files.download(file, never, () => {}),
  ]);
  expect(one).toBe(two);
  expect(hub.sent).toBe(large.bytes);
});
