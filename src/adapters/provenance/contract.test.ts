import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLog } from "#app/lib/log.ts";
import { patienceMs } from "#tests/harness/patience.ts";
import { secondReader } from "#tests/harness/second-reader.ts";
import { openProvenance, selfMadeCertificate, type ProvenanceKeys } from "./open.ts";
import { ProvenanceUnavailable, type Claim, type Provenance } from "./port.ts";

const env = { APP_NAME: "Echoform", SERVER_URL: "https://echo.example" };
const watermark = Buffer.alloc(32, 7);
const log = openLog("silent");
const open = (keys: ProvenanceKeys, file?: URL) =>
  openProvenance({ env, version: "1.2.3", keys, log, ...(file && { file }) });

const own: ProvenanceKeys[] = [];
let provenance: Provenance;
/** Another installation. */
let stranger: Provenance;

beforeAll(async () => {
  for (const site of [env.SERVER_URL, "https://other.example"]) {
    const certificate = await selfMadeCertificate("Echoform", site);
    own.push({ watermark, certificate, chains: [certificate.chain] });
  }
  provenance = open(own[0]);
  stranger = open(own[1]);
});
afterAll(() => Promise.all([provenance.close(), stranger.close()]));

const picture = sharp({ create: { width: 120, height: 80, channels: 3, background: "#357" } });
const files = {
  jpg: () => picture.clone().jpeg().toBuffer(),
  webp: () => picture.clone().webp().toBuffer(),
  png: () => picture.clone().png().toBuffer(),
  avif: () => picture.clone().avif({ effort: 0 }).toBuffer(),
};
const formats = Object.keys(files) as (keyof typeof files)[];

const claim: Claim = {
  pictureId: "0199c0de-0000-7000-8000-000000000001",
  engine: "Sketch",
  sourceType: "algorithmicMedia",
  license: "cc-by",
  change: "resized",
  parents: [],
};

test.each(formats)(
  "a signed %s says how it was made, and a second reader agrees",
  async (format) => {
    const signed = await provenance.sign(await files[format](), format, claim);
    expect(await provenance.read(signed)).toEqual({
      state: "intact",
      isOwn: true,
      title: `${claim.pictureId}.${format}`,
      signer: "Echoform (self-made certificate)",
      generator: "Echoform",
      actions: [
        {
          action: "c2pa.created",
          agent: "Sketch",
          sourceType: "http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia",
        },
        { action: "c2pa.resized", agent: null, sourceType: null },
      ],
      ingredients: [],
    });
    expect(await secondReader(signed)).toBe(format === "avif" ? "unsupported" : "intact");
  },
);

test.each(formats)("a signed %s of which a byte was changed is not intact", async (format) => {
  const signed = await provenance.sign(await files[format](), format, claim);
  signed[signed.length - 20] ^= 1;
  expect((await provenance.read(signed))?.state).not.toBe("intact");
  expect(await secondReader(signed)).not.toBe("intact");
});

test("what another installation signed is intact but not ours", async () => {
  const signed = await stranger.sign(await files.jpg(), "jpg", claim);
  expect(await provenance.read(signed)).toMatchObject({ state: "intact", isOwn: false });
});

test("a file that was signed with an earlier certificate stays ours", async () => {
  const both = open({ ...own[1], chains: own.map(({ certificate }) => certificate.chain) });
  const signed = await provenance.sign(await files.jpg(), "jpg", claim);
  expect(await both.read(signed)).toMatchObject({ state: "intact", isOwn: true });
  await both.close();
});

test("a remix keeps its source with the source's own manifest; a hidden source has no name", async () => {
  const source = await provenance.sign(await files.jpg(), "jpg", claim);
  const child = { ...claim, pictureId: "0199c0de-0000-7000-8000-000000000002", change: null };
  const file = { bytes: source, format: "jpg" } as const;
  const signed = await provenance.sign(await files.jpg(), "jpg", {
    ...child,
    parents: [{ kind: "picture", pictureId: claim.pictureId, file }],
  });
  const address = `https://echo.example/i/${claim.pictureId}`;
  expect(await provenance.read(signed)).toMatchObject({ state: "intact", ingredients: [address] });
  expect(await secondReader(signed)).toBe("intact");
  const hidden = await provenance.sign(await files.jpg(), "jpg", {
    ...child,
    parents: [{ kind: "hidden" }],
  });
  expect((await provenance.read(hidden))?.ingredients).toEqual(["A picture that is not public"]);
  expect(signed.length).toBeGreaterThan(hidden.length + 2_000);
});

test("the manifest of a file that was brought in is kept", async () => {
  const brought = await stranger.sign(await files.png(), "png", claim);
  const signed = await provenance.sign(await files.jpg(), "jpg", {
    ...claim,
    parents: [{ kind: "brought", file: { bytes: brought, format: "png" } }],
  });
  expect(await provenance.read(signed)).toMatchObject({
    state: "intact",
    isOwn: true,
    ingredients: ["The file that was brought in"],
  });
  expect(signed.includes("other.example")).toBe(true);
  expect(await secondReader(signed)).toBe("intact");
});

test("a file that is signed again has the new manifest alone", async () => {
  const once = await provenance.sign(await files.webp(), "webp", claim);
  const twice = await provenance.sign(once, "webp", { ...claim, engine: "Other" });
  expect((await provenance.read(twice))?.actions[0]?.agent).toBe("Other");
  expect(Math.abs(twice.length - once.length)).toBeLessThan(200);
});

test("a manifest takes less than five kilobytes, and a file without one says so", async () => {
  const plain = await files.jpg();
  expect((await provenance.sign(plain, "jpg", claim)).length - plain.length).toBeLessThan(5_000);
  expect(await provenance.read(plain)).toBeNull();
});

test("a program that has signed ends by itself once everything is closed", async () => {
  const script = `
    import { openProvenance, selfMadeCertificate } from "#app/adapters/provenance/open.ts";
    const certificate = await selfMadeCertificate("Echoform", "https://echo.example");
    const keys = { watermark: Buffer.alloc(32), certificate, chains: [certificate.chain] };
    const env = { APP_NAME: "Echoform", SERVER_URL: "https://echo.example" };
    const provenance = openProvenance({ env, version: "1.2.3", keys, log: console });
    const plain = Buffer.from("${(await files.jpg()).toString("base64")}", "base64");
    const signed = await provenance.sign(plain, "jpg", ${JSON.stringify(claim)});
    await provenance.close();
    console.log(signed.length > plain.length + 2_000);`;
  // It fails by being ended, with an error, where it goes on.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", script],
    { cwd: path.resolve(import.meta.dirname, "../../.."), timeout: patienceMs },
  );
  expect(stdout.trim()).toBe("true");
});

test("where the library does not run, files stay as they are and nothing can be read", async () => {
  const worker = `import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ id }) =>
      parentPort.postMessage({ kind: "failed", id, detail: "no such module", facts: {} }));`;
  const without = open(own[0], new URL(`data:text/javascript,${encodeURIComponent(worker)}`));
  const plain = await files.jpg();
  expect(await without.canSign()).toBe(false);
  expect(await without.sign(plain, "jpg", claim)).toEqual(plain);
  await expect(without.read(plain)).rejects.toThrow(ProvenanceUnavailable);
  await without.close();
});
