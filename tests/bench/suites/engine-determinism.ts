/**
 * Whether Sketch gives the same bytes for the same request: 500 requests of every scene and medium,
 * with style kits, upscales and images to image at every strength, drawn twice here and once in
 * another process, compared by SHA-256. `node tests/bench/suites/engine-determinism.ts [COUNT]`
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { drawOrder } from "@echoform/sketch/draw";
import type { Order } from "@echoform/sketch/messages";
import { curatedKits } from "#app/rules/curated-kits.ts";
import { finishPrompts, scenePrompts } from "../support/engine-prompts.ts";

const CHILD = "--hashes-only";
const SIDES = [128, 136, 144] as const;
/** Between them they fade, relight, repaint and reimagine the source. */
const STRENGTHS = [0.1, 0.3, 0.5, 0.7, 0.85, 1] as const;
/** The kind of request for each number. */
const KINDS = ["words", "kit", "image", "words", "image and kit"] as const;
const UPSCALE_EVERY = 25;
const FINE_EVERY = 50;

/** Request number `index`: scene, medium, size, seed, kit and strength each at a rhythm of its own. */
function orderOf(index: number, source: Uint8Array): Order {
  const scenes = Object.values(scenePrompts);
  const finishes = ["", ...Object.values(finishPrompts)];
  const finish = finishes[(index * 7) % finishes.length];
  const prompt = scenes[index % scenes.length];
  const kind = KINDS[index % KINDS.length];
  const { palette, material, lighting, camera } = curatedKits[(index * 5) % curatedKits.length];
  const scale = index % UPSCALE_EVERY === UPSCALE_EVERY - 1 ? 2 : 1;
  return {
    prompt: finish === "" ? prompt : `${prompt}, ${finish}`,
    width: SIDES[index % 3] * scale,
    height: SIDES[(index >> 1) % 3] * scale,
    // An upscale is the request before it, twice as large.
    seed: scale === 2 ? index - 1 : index,
    fine: index % FINE_EVERY === FINE_EVERY - 2,
    ...(kind.includes("kit") ? { styleKit: { palette, material, lighting, camera } } : {}),
    ...(kind.includes("image")
      ? { source, strength: STRENGTHS[Math.floor(index / KINDS.length) % STRENGTHS.length] }
      : {}),
  };
}

async function hashes(count: number): Promise<string[]> {
  const hooks = { check: () => {}, progress: () => {} };
  const found: string[] = [];
  let source: Uint8Array = new Uint8Array(0);
  for (let index = 0; index < count; index++) {
    // Images start from the last picture that was drawn from words alone.
    const order = orderOf(index, source);
    const { bytes } = await drawOrder(order, hooks);
    if (!order.source) source = bytes;
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
