/** A process that is killed in the middle of a download: the next one goes on where it stood. */
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { killAt } from "../harness/killed-downloads.ts";
import { closeModelScenes, modelScene, never, sha256Of } from "../harness/model-files.ts";
import { madeBody } from "../providers/hub-files.ts";

afterEach(closeModelScenes);

const kills = [0.3, 0.7];
const pieceBytes = 1_000_000;

/** Downloads a file by processes that are killed on the way, and by one that is not. */
async function fetched(connections: number) {
  const { hub, files, folder } = await modelScene();
  const file = hub.offer(madeBody(8_000_000), { path: path.join("sub", "model.safetensors") });
  hub.bytesPerSecond = 6_000_000;
  const asked = { hubUrl: hub.url, modelsDir: folder, connections, pieceBytes, file };
  /** Where each process asked first, in bytes; NaN where it asked for the whole file. */
  const starts: number[] = [];
  const firstOf = (at: number) =>
    starts.push(Number(/^bytes=(\d+)-/.exec(hub.stored[at]?.headers.range ?? "")?.[1]));
  for (const share of kills) {
    const before = hub.stored.length;
    expect(await killAt(asked, share * file.bytes)).toBe(true);
    firstOf(before);
  }
  const before = hub.stored.length;
  const kept = await files.download(file, never, () => {});
  firstOf(before);
  expect(await sha256Of(kept)).toBe(file.sha256);
  expect(hub.leaked).toBe(0);
  return { starts, bytes: file.bytes, sent: hub.sent };
}

test("a download by one connection whose process is killed goes on where its file ended", async () => {
  const { starts, bytes } = await fetched(1);
  expect(starts[1]).toBeGreaterThanOrEqual(kills[0] * bytes);
  expect(starts[2]).toBeGreaterThanOrEqual(kills[1] * bytes);
});

test("a download by three connections whose process is killed loses a piece of each at most", async () => {
  const { bytes, sent } = await fetched(3);
  expect(sent).toBeLessThanOrEqual(bytes + kills.length * 3 * pieceBytes);
});
