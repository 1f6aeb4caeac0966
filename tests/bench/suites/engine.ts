/**
 * The cost of a Sketch picture: wall and CPU time, memory, and the longest stretch of work between
 * two checks of the cancel flag, by scene and by finish. Each case is drawn twice; the second,
 * with compiled code, counts. `node tests/bench/suites/engine.ts [512,1024 …]`; 0 leaves these tables out. Then: the 48 suited
 * prompts, and the main thread's event loop while the pool paints.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { SUITED_PROMPTS } from "../../../scripts/engine-sheet/suited-prompts.ts";
import { createSketchEngine } from "#app/adapters/engines/sketch.ts";
import { drawOrder } from "@echoform/sketch/draw";
import { finishPrompts, scenePrompts } from "../support/engine-prompts.ts";

type Cost = { wall: number; cpu: number; gap: number; rss: number; drawn: string };

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

async function measure(prompt: string, side: number): Promise<Cost> {
  const startWall = performance.now();
  const startCpu = process.cpuUsage();
  let lastCheck = cpuMs();
  let gap = 0;
  let rss = 0;
  const look = () => {
    const now = cpuMs();
    gap = Math.max(gap, now - lastCheck);
    lastCheck = now;
    rss = Math.max(rss, process.memoryUsage.rss());
  };
  const drawing = await drawOrder(
    { prompt, width: side, height: side, seed: 11, fine: false },
    { check: look, progress: look },
  );
  const used = process.cpuUsage(startCpu);
  return {
    wall: performance.now() - startWall,
    cpu: (used.user + used.system) / 1000,
    gap,
    rss: rss / 2 ** 20,
    drawn: `${drawing.scene}/${drawing.finish ?? "-"}`,
  };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];
const show = (value: number, width: number) => value.toFixed(0).padStart(width);

async function table(title: string, cases: Record<string, string>, side: number): Promise<void> {
  console.log(`\n${title} at ${side}x${side}`);
  console.log("                wall ms  CPU ms  longest gap ms  RSS MB  drawn");
  const costs: Cost[] = [];
  for (const [name, prompt] of Object.entries(cases)) {
    await measure(prompt, side);
    const cost = await measure(prompt, side);
    costs.push(cost);
    console.log(
      `${name.padEnd(16)}${show(cost.wall, 7)} ${show(cost.cpu, 7)} ${show(cost.gap, 15)} ${show(cost.rss, 7)}  ${cost.drawn}`,
    );
  }
  const of = (key: "wall" | "cpu" | "gap" | "rss") => costs.map((cost) => cost[key]);
  console.log(
    `median: wall ${show(median(of("wall")), 0)} ms, CPU ${show(median(of("cpu")), 0)} ms; most: CPU ${show(Math.max(...of("cpu")), 0)} ms, gap ${show(Math.max(...of("gap")), 0)} ms, RSS ${show(Math.max(...of("rss")), 0)} MB`,
  );
}

/**
 * The 48 prompts of the suited sheet, each drawn twice: the first time with some code not compiled yet, as by a server
 * that has just started, the second time as by one that runs.
 */
async function suited(side: number): Promise<void> {
  const first: { prompt: string; cpu: number }[] = [];
  const second: { prompt: string; cpu: number }[] = [];
  for (const prompt of SUITED_PROMPTS) {
    first.push({ prompt, cpu: (await measure(prompt, side)).cpu });
    second.push({ prompt, cpu: (await measure(prompt, side)).cpu });
  }
  for (const [name, costs] of Object.entries({ first, second })) {
    const slowest = costs
      .toSorted((a, b) => b.cpu - a.cpu)
      .slice(0, 3)
      .map(({ prompt, cpu }) => `${show(cpu, 0)} ms ${prompt}`);
    console.log(
      `\nSuited ${costs.length} at ${side}x${side}, drawn the ${name} time: CPU median ${show(median(costs.map(({ cpu }) => cpu)), 0)} ms; slowest ${slowest.join("; ")}`,
    );
  }
}

/** Delay of the main thread's event loop while the pool paints, against the same wait at rest. */
async function loopDelay(side: number): Promise<void> {
  const observe = async (work: () => Promise<unknown>) => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await work();
    delay.disable();
    return `p50 ${(delay.percentile(50) / 1e6 - 5).toFixed(1)} ms, p99 ${(delay.percentile(99) / 1e6 - 5).toFixed(1)} ms, most ${(delay.max / 1e6 - 5).toFixed(1)} ms`;
  };
  const engine = createSketchEngine();
  const request = (prompt: string, seed: number) =>
    engine.generate(
      {
        jobId: crypto.randomUUID(),
        mode: "txt2img",
        prompt,
        model: "sketch-1",
        width: side,
        height: side,
        count: 1,
        seed,
        quality: "standard",
      },
      {
        signal: new AbortController().signal,
        onProgress: () => {},
        onImage: async () => {},
        saveResumeToken: async () => {},
      },
    );
  await request(SUITED_PROMPTS[0], 1);
  const rest = await observe(() => new Promise((resolve) => setTimeout(resolve, 4000)));
  const painting = await observe(() =>
    Promise.all(SUITED_PROMPTS.slice(0, 8).map((prompt, i) => request(prompt, i))),
  );
  await engine.close();
  console.log(`\nEvent loop beyond its 5 ms timer: at rest ${rest}; while painting ${painting}`);
}

const sides = (process.argv[2] ?? "512,1024")
  .split(",")
  .map(Number)
  .filter((side) => side > 0);
const onLandscape = Object.fromEntries(
  Object.entries(finishPrompts).map(([name, words]) => [name, `mountain lake at sunset, ${words}`]),
);
for (const side of sides) {
  await table("Scenes", scenePrompts, side);
  await table("Finishes", onLandscape, side);
}
await suited(1024);
await loopDelay(1024);
