/**
 * Whether Sketch gives the same bytes for the same request: 500 requests of every scene, medium and
 * remix, drawn twice here and once in another process, compared by SHA-256.
 * `node tests/bench/suites/engine-determinism.ts [COUNT]`
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { drawOrder } from "../../../src/adapters/engines/sketch/draw.ts";
import type { Order } from "../../../src/adapters/engines/sketch/messages.ts";
import { finishPrompts, scenePrompts } from "../support/engine-prompts.ts";

const CHILD = "--hashes-only";
const SIDES = [256, 264, 272] as const;
const KITS = [
  undefined,
  { palette: ["#0b3d4f", "#12908e", "#f2a65a"] },
  { lighting: "candlelit", camera: "wide shot" },
] as const;

/** Request number `index`: scene, medium, size, seed and style kit each at a rhythm of its own. */
function orderOf(index: number): Order {
  const scenes = Object.values(scenePrompts);
  const finishes = ["", ...Object.values(finishPrompts)];
  const finish = finishes[(index * 7) % finishes.length];
  const prompt = scenes[index % scenes.length];
  const styleKit = KITS[index % KITS.length];
  return {
    prompt: finish === "" ? prompt : `${prompt}, ${finish}`,
    width: SIDES[index % 3],
    height: SIDES[(index >> 1) % 3],
    seed: index,
    fine: index % 50 === 49,
    ...(styleKit ? { styleKit: { ...styleKit } } : {}),
  };
}

async function hashes(count: number): Promise<string[]> {
  const found: string[] = [];
  for (let index = 0; index < count; index++) {
    const { bytes } = await drawOrder(orderOf(index), { check: () => {}, progress: () => {} });
    found.push(createHash("sha256").update(bytes).digest("hex"));
  }
  return found;
}

const count = Number(process.argv[2] ?? 500);
const first = await hashes(count);
if (process.argv.includes(CHILD)) {
  process.stdout.write(first.join("\n"));
} else {
  const again = await hashes(count);
  const child = spawnSync(process.execPath, [import.meta.filename, String(count), CHILD], {
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  const elsewhere = child.stdout.trim().split("\n");
  const differ = (other: readonly string[]) => first.filter((hash, i) => hash !== other[i]).length;
  console.log(
    `${count} requests, ${new Set(first).size} different pictures; ${differ(again)} differ in a second run, ${differ(elsewhere)} in another process`,
  );
  process.exitCode = differ(again) + differ(elsewhere) === 0 ? 0 : 1;
}
