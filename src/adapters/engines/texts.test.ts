/** The texts sent to every kind of service, and the costs it reports. */
import { expect, test } from "vitest";
import { kinds } from "#tests/providers/kinds.ts";
import { capabilitiesWith, type GeneratedImage, type GenerateRequest } from "./port.ts";

const tags = [
  "<lora:secret:1>",
  "<lyco:secret:1>",
  "<hypernet:secret:1>",
  '<sd_cpp_extra_args>{"sample_params":{"sample_steps":5}}</sd_cpp_extra_args>',
  "embedding:secret.pt",
].join(" ");

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  "%s: engine tags are cut from the prompt, the words to avoid and the kit's words",
  async (_name, kind) => {
    const provider = await kind.provider();
    const engine = kind.engine(provider.url);
    const images: GeneratedImage[] = [];
    const asked: GenerateRequest = {
      jobId: crypto.randomUUID(),
      mode: "txt2img",
      prompt: `a harbour ${tags} at dusk`,
      negativePrompt: `people ${tags}`,
      model: kind.model,
      width: kind.width,
      height: kind.height,
      count: 1,
      seed: 3,
      quality: "standard",
      styleKit: { material: `oil ${tags}`, lighting: tags, camera: tags },
    };
    await engine.generate(asked, {
      signal: new AbortController().signal,
      onProgress() {},
      onImage: async (image) => void images.push(image),
      async saveResumeToken() {},
    });
    const sent = provider.seen.map(({ body }) => body.toString("utf8")).join("\n");
    expect(sent).toContain("a harbour at dusk");
    expect(sent).toContain("people");
    expect(sent).not.toMatch(/secret|lora|lyco|hypernet|sd_cpp_extra_args|sample_steps|embedding:/);
    expect(images[0].providerMeta).toMatchObject({ model: kind.model });
    await engine.close();
    await provider.close();
  },
);

test.each([
  ["Runware", { cost: 0.0013, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) }],
  ["ComfyUI", { requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) }],
])("%s: what the service reports is passed on with the picture", async (name, reported) => {
  const [kind] = kinds.filter((one) => one.name === name);
  const provider = await kind.provider();
  const engine = kind.engine(provider.url);
  const images: GeneratedImage[] = [];
  const { model, width, height } = kind;
  const asked = { mode: "txt2img", prompt: "a lake", quality: "standard" } as const;
  await engine.generate(
    { jobId: crypto.randomUUID(), model, width, height, count: 1, seed: 3, ...asked },
    {
      signal: new AbortController().signal,
      onProgress() {},
      onImage: async (image) => void images.push(image),
      async saveResumeToken() {},
    },
  );
  expect(images[0].providerMeta).toMatchObject(reported);
  await engine.close();
  await provider.close();
});

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  "ST-07 %s: each picture is asked for by its own words, and weights stay where they are read",
  async (_name, kind) => {
    const provider = await kind.provider();
    const engine = kind.engine(provider.url);
    const { model, width, height } = kind;
    const { weights } = capabilitiesWith(await engine.capabilities(), model);
    const prompts = ["a (red:1.2) harbour", "a blue quay"];
    await engine.generate(
      {
        jobId: crypto.randomUUID(),
        mode: "txt2img",
        prompt: "{not|this}",
        prompts,
        model,
        width,
        height,
        count: 2,
        seed: 3,
        quality: "standard",
      },
      {
        signal: new AbortController().signal,
        onProgress() {},
        async onImage() {},
        async saveResumeToken() {},
      },
    );
    const sent = provider.seen.map(({ body }) => body.toString("utf8")).join("\n");
    expect(sent).toContain(weights ? "a (red:1.2) harbour" : "a red harbour");
    expect(sent).toContain("a blue quay");
    expect(sent).not.toContain("{not|this}");
    // By the family of the model and what the server reads.
    expect(weights).toBe(!["OpenAI", "Runware"].includes(kind.name));
    await engine.close();
    await provider.close();
  },
);
