/** A process that is killed in the middle of a download: the next one goes on where it stood. */
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { killAt } from "../harness/killed-downloads.ts";
import { closeModelScenes, modelScene, never, sha256Of } from "../harness/model-files.ts";
import { madeBody } from "../providers/hub-files.ts";

afterEach(closeModelScenes);

const kills = [0.3, 0.7];
const pieceBytes = 1_000_000;

/** Where a request for a range begins, in bytes. */
const startOf = (range = ""): number => Number(/^bytes=(\d+)-/.exec(range)?.[1]);

test.each([1, 3])(
  "a download by %i connections whose process is killed again and again is whole in the end",
  async (connections) => {
    const { hub, files, folder } = await modelScene();
    const file = hub.offer(madeBody(8_000_000), { path: path.join("sub", "model.safetensors") });
    hub.bytesPerSecond = 6_000_000;
    const asked = { hubUrl: hub.url, modelsDir: folder, connections, pieceBytes, file };
    const firsts: number[] = [];
    for (const share of kills) {
      firsts.push(hub.stored.length);
      expect(await killAt(asked, share * file.bytes)).toBe(true);
    }
    firsts.push(hub.stored.length);
    const kept = await files.download(file, never, () => {});
    expect(await sha256Of(kept)).toBe(file.sha256);
    if (connections === 1) {
      // What was written is there: the next process asks from there on, and goes on from the first kill at the second.
      const starts = firsts.map((at) => startOf(hub.stored[at]?.headers.range));
      for (const [at, share] of kills.entries()) {
        expect(starts[at + 1]).toBeGreaterThanOrEqual(share * file.bytes);
      }
    } else {
      // What was written out of order counts once it is noted: a kill costs each connection its piece at most.
      const lost = kills.length * connections * pieceBytes;
      expect(hub.sent).toBeLessThanOrEqual(file.bytes + lost);
    }
    expect(hub.leaked).toBe(0);
  },
);
