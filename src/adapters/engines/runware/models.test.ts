/** Every model that reads pictures, at a double with the schemas of its own. */
import { afterAll, expect, test } from "vitest";
import { settingsOf } from "#tests/providers/kinds.ts";
import { runRunware } from "#tests/providers/runware.ts";
import { sourcePicture } from "../contract-pictures.ts";
import { capabilitiesWith, type GenerateRequest } from "../port.ts";
import { createRunwareEngine } from "../runware.ts";

const readers: [model: string, pictures: number][] = [
  ["runware:106@1", 2],
  ["bfl:3@1", 2],
  ["bfl:4@1", 2],
  ["runware:400@1", 4],
  ["runware:400@2", 4],
  ["runware:400@3", 4],
  ["runware:400@4", 4],
  ["runware:400@5", 4],
  ["bfl:5@1", 9],
  ["bfl:6@1", 10],
  ["bfl:7@1", 8],
  ["google:4@2", 14],
  ["google:nano-banana@2-lite", 14],
  ["bytedance:5@0", 14],
  ["bytedance:seedream@4.5", 14],
  ["openai:4@1", 16],
];
const editors: [model: string, pictures: number][] = [
  ["runware:108@20", 1],
  ["runware:108@22", 3],
];
const strangers = ["bfl:2@1", "bytedance:3@1", "ideogram:4@3", "openai:1@1"];
const starters = ["runware:101@1", "runware:97@1", "civitai:101055@128078"];

const provider = await runRunware();
const all = [...readers, ...editors].map(([id]) => id).concat(strangers, starters);
const engine = createRunwareEngine({
  ...settingsOf("runware:test", provider.url, { models: all.map((id) => ({ id, label: id })) }),
  // All of them draw at the same time, on a machine of any speed.
  deadlineMs: 10 * 60_000,
  apiKey: "test-key",
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});

const picture = { bytes: await sourcePicture(64, 64), mime: "image/png" };
const style = { ...picture, role: "style" as const };
const many = (count: number) => Array.from({ length: count }, () => style);

const canWith = async (model: string) => capabilitiesWith(await engine.capabilities(), model);

function draw(model: string, change: Partial<GenerateRequest> = {}) {
  const asked: GenerateRequest = {
    jobId: crypto.randomUUID(),
    mode: change.source ? "img2img" : "txt2img",
    prompt: "a harbour at dusk",
    negativePrompt: "people",
    model,
    width: 1216,
    height: 832,
    count: 1,
    seed: 3,
    quality: "standard",
    ...change,
  };
  return engine.generate(asked, {
    signal: new AbortController().signal,
    onProgress() {},
    async onImage() {},
    async saveResumeToken() {},
  });
}

type SentTask = { taskType: string; model: string; inputs?: { referenceImages: string[] } };

const tasksOf = (model: string) =>
  provider.seen
    .flatMap(({ method, body }) =>
      method === "POST" ? (JSON.parse(body.toString("utf8")) as SentTask[]) : [],
    )
    .filter((task) => task.taskType === "imageInference" && task.model === model);

const refused = { kind: "unsupported", billed: "no" };

test.concurrent.each(readers)(
  "%s draws from words, from a picture and with %i pictures, and starts from none",
  async (model, most) => {
    expect(await canWith(model)).toMatchObject({
      txt2img: true,
      img2img: true,
      strength: false,
      mask: false,
    });
    await expect(draw(model, { references: many(most + 1) })).rejects.toMatchObject(refused);
    await Promise.all([
      draw(model),
      draw(model, { source: picture, strength: 0.5 }),
      draw(model, { references: many(most) }),
      draw(model, { source: picture, references: many(most - 1) }),
    ]);
    const sent = tasksOf(model);
    const counts = sent.map(({ inputs }) => inputs?.referenceImages.length ?? 0);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1, most, most]);
    for (const task of sent) {
      expect(task).not.toHaveProperty("seedImage");
      expect(task).not.toHaveProperty("steps");
    }
  },
);

test.concurrent.each(editors)(
  "%s, which only edits, is asked for nothing from words alone",
  async (model, most) => {
    expect(await canWith(model)).toMatchObject({ txt2img: false, img2img: true });
    await expect(draw(model)).rejects.toMatchObject(refused);
    expect(tasksOf(model)).toHaveLength(0);
    await draw(model, { source: picture, references: many(most - 1) });
    expect(tasksOf(model)).toMatchObject([{ seed: 3 }]);
  },
);

test.concurrent.each(strangers)(
  "%s, of which nothing is known, starts from no picture, and is refused before it can bill",
  async (model) => {
    expect(await canWith(model)).toMatchObject({
      txt2img: true,
      img2img: false,
      mask: false,
      references: null,
    });
    await expect(draw(model, { source: picture })).rejects.toMatchObject(refused);
    await expect(draw(model, { references: many(1) })).rejects.toMatchObject(refused);
    expect(tasksOf(model)).toHaveLength(0);
    await draw(model);
    expect(tasksOf(model)).toHaveLength(1);
  },
);

test.concurrent.each(starters)(
  "%s, known by its architecture, starts from its source",
  async (model) => {
    await draw(model, { source: picture, strength: 0.3 });
    const [task] = tasksOf(model);
    const seedImage = expect.stringMatching(/^data:image\/png;base64,/);
    expect(task).toMatchObject({ strength: 0.3, seed: 3, steps: expect.any(Number), seedImage });
    expect(task).not.toHaveProperty("inputs");
  },
);
