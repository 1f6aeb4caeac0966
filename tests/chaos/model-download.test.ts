/** A process that is killed in the middle of a download: the next one goes on where it stood. */
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { killAt } from "../harness/killed-downloads.ts";
import { closeModelScenes, modelScene, never, sha256Of } from "../harness/model-files.ts";
import { madeBody } from "../providers/hub-files.ts";

afterEach(closeModelScenes);

const kills = [0.3, 0.7];

test.each([1, 3])(
  "a download by %i connections whose process is killed again and again is whole in the end",
  async (connections) => {
    const { hub, files, folder } = await modelScene();
    const file = hub.offer(madeBody(8_000_000), { path: path.join("sub", "model.safetensors") });
    hub.bytesPerSecond = 6_000_000;
    const asked = { hubUrl: hub.url, modelsDir: folder, connections, pieceBytes: 1_000_000, file };
    for (const share of kills) expect(await killAt(asked, share * file.bytes)).toBe(true);
    const kept = await files.download(file, never, () => {});
    expect(await sha256Of(kept)).toBe(file.sha256);
    expect(hub.sent).toBeLessThan(file.bytes * 1.5);
    expect(hub.leaked).toBe(0);
  },
);
