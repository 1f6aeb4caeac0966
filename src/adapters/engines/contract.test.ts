import { describeEngineContract } from "./contract.ts";
import { createSketchEngine } from "./sketch.ts";

describeEngineContract("Sketch", async () => ({
  engine: createSketchEngine({ workers: 1 }),
  model: "sketch-1",
  width: 320,
  height: 256,
  badSize: { width: 321, height: 256 },
  longPrompt: "slow: the sea at sunset",
  crashPrompt: "crash: the sea at sunset",
}));
