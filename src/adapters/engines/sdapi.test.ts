/** Several members on one server of the A1111 family, which draws one picture at a time. */
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { afterEach, expect, test } from "vitest";
import { until } from "#tests/harness/patience.ts";
import { settingsOf } from "#tests/providers/kinds.ts";
import { colourOf } from "#tests/providers/sdapi-pictures.ts";
import { runSdApi, type SdApiOptions, type SdApiProvider } from "#tests/providers/sdapi.ts";
import { sdModels } from "#tests/providers/sdapi-offer.ts";
import type { Engine, EngineProgress, GeneratedImage, GenerateRequest } from "./port.ts";
import { createSdApiEngine } from "./sdapi.ts";

const seeds = { alice: 0x2030ff, bob: 0xf01020 };
type Name = keyof typeof seeds;

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

async function serverOf(options: SdApiOptions): Promise<SdApiProvider> {
  const provider = await runSdApi(options);
  opened.push(provider);
  return provider;
}

function engineOf(provider: SdApiProvider): Engine {
  const settings = settingsOf("sdapi:test", provider.url, {
    apiKey: "user:pass",
    deadlineMs: 300_000,
  });
  const engine = createSdApiEngine(settings);
  opened.push(engine);
  return engine;
}

/** A cast of one picture, and what its member gets to see; of it, what came before the server had begun with it. */
function cast(engine: Engine, name: Name, isBegun: () => boolean = () => true) {
  const stop = new AbortController();
  const progress: EngineProgress[] = [];
  const waiting: EngineProgress[] = [];
  const images: GeneratedImage[] = [];
  const asked: GenerateRequest = {
    jobId: crypto.randomUUID(),
    mode: "txt2img",
    prompt: name,
    model: sdModels[0],
    width: 256,
    height: 256,
    count: 1,
    seed: seeds[name],
    quality: "standard",
  };
  const done = engine.generate(asked, {
    signal: stop.signal,
    onProgress: (told) => {
      progress.push(told);
      if (!isBegun()) waiting.push(told);
    },
    onImage: async (image) => void images.push(image),
    saveResumeToken: async () => {},
  });
  return { done, stop, progress, waiting, images, name };
}

/** Colours of the previews that a member got. */
async function previewColours({ progress }: ReturnType<typeof cast>): Promise<Set<string>> {
  const shown = progress.flatMap(({ preview }) => (preview ? [preview.bytes] : []));
  const colours = await Promise.all(
    shown.map(async (bytes) => {
      const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      return data.subarray(0, 3).join(" ");
    }),
  );
  return new Set(colours);
}

/** A picture of one colour from top to bottom. */
async function isWhole(image: GeneratedImage, seed: number): Promise<boolean> {
  const { data } = await sharp(image.bytes).raw().toBuffer({ resolveWithObject: true });
  const colour = colourOf(seed).join(" ");
  return data.subarray(0, 3).join(" ") === colour && data.subarray(-3).join(" ") === colour;
}

const own = (name: Name) => new Set([colourOf(seeds[name]).join(" ")]);
const sent = (provider: SdApiProvider) =>
  provider.seen.filter(({ path }) => path.endsWith("/txt2img")).length;
const eventsOf = (provider: SdApiProvider, name: Name) =>
  provider.events.filter(({ prompt }) => prompt === name).map(({ what }) => what);

/** Alice's picture is being drawn, and Bob's waits for the server's lock; each by a process of their own. */
async function aliceThenBob(options: SdApiOptions) {
  const provider = await serverOf({ stepMs: 120, previewEverySteps: 2, ...options });
  const alice = cast(engineOf(provider), "alice");
  await expect.poll(() => eventsOf(provider, "alice")).toContain("begins");
  const isBegun = () => eventsOf(provider, "bob").includes("begins");
  const bob = cast(engineOf(provider), "bob", isBegun);
  await expect.poll(() => sent(provider)).toBe(2);
  return { provider, alice, bob };
}

test.each(["a1111", "forge"] as const)(
  "%s: members see previews of their own picture only",
  async (flavour) => {
    const { alice, bob } = await aliceThenBob({ flavour });
    await alice.done;
    expect(new Set(bob.waiting.map(({ stage }) => stage))).toEqual(new Set(["asked", "queued"]));
    expect(bob.waiting.every(({ preview }) => preview === undefined)).toBe(true);
    await bob.done;
    expect(await previewColours(alice)).toEqual(own("alice"));
    expect(await previewColours(bob)).toEqual(own("bob"));
    expect(alice.progress.some(({ stage }) => /^step \d+ of 20$/.test(stage))).toBe(true);
  },
);

test("a preview that the server took from the next picture is not shown", async () => {
  // The server finds that it is Alice's turn, and decodes so long that the picture there is then is Bob's.
  let taskId = "";
  const looksOfAlice = () =>
    provider.seen.filter(({ path, body }) => path === "/internal/progress" && body.includes(taskId))
      .length;
  const isBobDrawn = () => eventsOf(provider, "bob").includes("begins");
  const provider: SdApiProvider = await serverOf({
    flavour: "forge",
    stepMs: 150,
    previewEverySteps: 1,
    decoding: async (asked) => {
      if (taskId === "") taskId = asked;
      if (asked !== taskId || looksOfAlice() !== 5) return;
      await until("Bob's picture to begin", isBobDrawn, Boolean);
      await pause(200);
    },
    // Alice's answer leaves when she has looked twice more.
    encoding: async (prompt) => {
      if (prompt === "alice") await until("two more looks", looksOfAlice, (looks) => looks >= 7);
    },
  });
  const alice = cast(engineOf(provider), "alice");
  await expect.poll(() => eventsOf(provider, "alice")).toContain("begins");
  const bob = cast(engineOf(provider), "bob");
  await Promise.all([alice.done, bob.done]);
  expect(looksOfAlice()).toBeGreaterThanOrEqual(7);
  expect(await previewColours(alice)).toEqual(own("alice"));
});

test.each(["a1111", "forge"] as const)(
  "%s: cancelling a waiting cast interrupts nobody else, and it stops when its turn comes",
  async (flavour) => {
    const { provider, alice, bob } = await aliceThenBob({ flavour });
    bob.stop.abort();
    await expect(bob.done).rejects.toMatchObject({ kind: "cancelled" });
    await alice.done;
    expect(await isWhole(alice.images[0], seeds.alice)).toBe(true);
    expect(eventsOf(provider, "alice")).toEqual(["begins", "ends"]);
    await expect.poll(() => eventsOf(provider, "bob")).toEqual(["begins", "interrupted", "ends"]);
  },
);

test("cancelling in the middle stops the member's own picture", async () => {
  const provider = await serverOf({ flavour: "forge", stepMs: 120 });
  const alice = cast(engineOf(provider), "alice");
  await expect.poll(() => alice.progress.some(({ stage }) => stage.startsWith("step"))).toBe(true);
  alice.stop.abort();
  await expect(alice.done).rejects.toMatchObject({ kind: "cancelled" });
  await expect.poll(() => eventsOf(provider, "alice")).toEqual(["begins", "interrupted", "ends"]);
});

test("casts of one process go to the server one at a time, so one cancelled before its turn never reaches it", async () => {
  const provider = await serverOf({ flavour: "forge", stepMs: 60 });
  const engine = engineOf(provider);
  const alice = cast(engine, "alice");
  await expect.poll(() => eventsOf(provider, "alice")).toContain("begins");
  const bob = cast(engine, "bob");
  await expect.poll(() => bob.progress.length).toBeGreaterThan(0);
  bob.stop.abort();
  await expect(bob.done).rejects.toMatchObject({ kind: "cancelled" });
  await alice.done;
  expect(sent(provider)).toBe(1);
  expect(eventsOf(provider, "alice")).toEqual(["begins", "ends"]);
});

test.each(["sdnext", "sd-server"] as const)(
  "%s has no task ids: no previews, no interrupts, and its capabilities say so",
  async (flavour) => {
    const provider = await serverOf({ flavour, stepMs: 60, previewEverySteps: 2 });
    const model = flavour === "sd-server" ? "dreamscape" : sdModels[0];
    const settings = settingsOf("sdapi:test", provider.url, {
      apiKey: "user:pass",
      models: [{ id: sdModels[0], label: model }],
    });
    const engines = [createSdApiEngine(settings), createSdApiEngine(settings)];
    opened.push(...engines);
    const [alice, bob] = [cast(engines[0], "alice"), cast(engines[1], "bob")];
    await expect.poll(() => sent(provider)).toBe(2);
    bob.stop.abort();
    await expect(bob.done).rejects.toMatchObject({ kind: "cancelled" });
    await alice.done;
    expect(await isWhole(alice.images[0], seeds.alice)).toBe(true);
    expect([...alice.progress, ...bob.progress].every(({ preview }) => !preview)).toBe(true);
    expect(provider.events.map(({ what }) => what)).not.toContain("interrupted");
    expect(await engines[0].capabilities()).toMatchObject({
      progress: "none",
      previews: false,
      cancel: "disconnect",
      cancelIsShared: false,
    });
  },
);

test("a picture is found among grids and the maps of extensions", async () => {
  const provider = await serverOf({ flavour: "forge" });
  provider.fault = "duplicate-frames";
  const alice = cast(engineOf(provider), "alice");
  await alice.done;
  expect(alice.images[0]).toMatchObject({ width: 256, height: 256, seed: seeds.alice });
});
