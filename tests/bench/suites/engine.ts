/**
 * What a Sketch picture costs: wall and CPU time, memory, and the longest stretch of work between
 * two looks at the cancel flag, by scene and by finish. Each case is drawn twice; the second,
 * with compiled code, counts. `node tests/bench/suites/engine.ts [512,1024 …]`
 */
import { drawOrder } from "../../../src/adapters/engines/sketch/draw.ts";

const scenes: Record<string, string> = {
  landscape: "misty mountain lake at sunrise",
  desert: "desert dunes at golden hour",
  volcano: "volcano erupting at night, lava",
  flowerfield: "poppy meadow with hills in summer",
  ocean: "rocky ocean coast at sunset, waves",
  beach: "tropical beach with palm trees",
  city: "cyberpunk city street at night, neon signs, rain",
  synthwave: "synthwave sunset, retro grid",
  forest: "enchanted forest with fireflies",
  underwater: "coral reef underwater",
  botanical: "bouquet of peonies in a vase",
  space: "ringed planet and a nebula in outer space",
  abstract: "abstract fluid marble in teal and gold",
  portrait: "double exposure portrait of a woman, forest",
  studio: "a cup of coffee and a croissant",
  subject: "a red fox in a snowy forest",
};

const finishes: Record<string, string> = {
  oil: "oil painting",
  painterly: "digital painting",
  impressionist: "impressionist",
  gouache: "gouache",
  watercolor: "watercolor",
  ink: "sumi-e ink painting",
  pencil: "pencil drawing",
  pixel: "pixel art",
  lowpoly: "low poly",
  comic: "comic book",
  anime: "anime style",
  woodblock: "ukiyo-e woodblock print",
  linocut: "linocut print",
  papercut: "papercut",
  glass: "stained glass",
  mosaic: "mosaic",
  pointillism: "pointillism",
  neon: "neon outlines",
  noir: "film noir",
  vintage: "vintage photo",
  sepia: "sepia",
  blueprint: "blueprint",
  risograph: "risograph",
};

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

const sides = (process.argv[2] ?? "512,1024").split(",").map(Number);
const onLandscape = Object.fromEntries(
  Object.entries(finishes).map(([name, words]) => [name, `mountain lake at sunset, ${words}`]),
);
for (const side of sides) {
  await table("Scenes", scenes, side);
  await table("Finishes", onLandscape, side);
}
