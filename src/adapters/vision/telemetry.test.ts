import { readdirSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { aDrawing } from "#tests/harness/drawn-picture.ts";
import { createLocalVision } from "./local.ts";

const vision = createLocalVision({ helpers: ["moderation"] });
afterAll(() => vision.close());

test.skipIf(process.platform !== "linux")(
  "ONNX Runtime is told to report nothing to its maker, and opens no file for that",
  async () => {
    await vision.moderate(
      await sharp(await aDrawing("haze", 210, 130))
        .jpeg()
        .toBuffer(),
    );
    const ofThis = readdirSync("/proc/self/task").flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean),
    );
    // Others that have just ended have nothing to read. Memory comes last: whoever has some had an environment.
    const read = (pid: string, name: string) => {
      try {
        return readFileSync(`/proc/${pid}/${name}`, "utf8");
      } catch {
        return "";
      }
    };
    const helpers = ofThis
      .map((pid) => ({ environment: read(pid, "environ"), maps: read(pid, "maps") }))
      .filter(({ maps }) => maps.includes("libonnxruntime"));
    expect(helpers).not.toEqual([]);
    for (const { environment, maps } of helpers) {
      expect(environment.split("\0")).toContain("ORT_DISABLE_TELEMETRY=1");
      expect(maps).not.toContain("onnxruntime.db");
    }
  },
);
