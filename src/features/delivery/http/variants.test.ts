import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openSharpImaging } from "#app/adapters/imaging/sharp.ts";
import { aMember } from "#tests/harness/factories.ts";
import { madePicture } from "#tests/harness/made-picture.ts";
import { testServer, type TestServer } from "#tests/harness/server.ts";
import { testServices } from "#tests/harness/services.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
/** Records what is made on request and holds it until released; the sizes of a new picture pass. */
const made: string[] = [];
let started = Promise.withResolvers<void>();
let gate = Promise.withResolvers<void>();

beforeAll(async () => {
  const imaging = openSharpImaging(2);
  services = await testServices({
    imaging: {
      ...imaging,
      async variant(original, request) {
        if (request.format === "avif") {
          made.push(`${request.width} ${request.format}`);
          started.resolve();
          await gate.promise;
        }
        return imaging.variant(original, request);
      },
    },
  });
  server = await testServer(services, { roles: ["web", "images"] });
});
beforeEach(() => {
  made.length = 0;
  started = Promise.withResolvers<void>();
  gate = Promise.withResolvers<void>();
});
afterAll(async () => {
  await server.close();
  await services.close();
});

test("IM-04 IM-05 a variant that is shown and downloaded at one moment is made once", async () => {
  const owner = await aMember(services);
  const [picture, other] = [await madePicture(services, owner), await madePicture(services, owner)];
  const address = `/i/600x0/q75/${picture.slug}.avif`;
  const download = (url: string) =>
    server.fetch(`/api/download/image?${new URLSearchParams({ url })}`);
  const shown = server.fetch(address);
  await started.promise;
  const saved = download(address);
  // One that was made with its picture passes, after the other asked for what is being made.
  expect((await download(`/i/24x0/q10/${other.slug}.webp`)).status).toBe(200);
  gate.resolve();
  const [one, two] = await Promise.all([shown, saved]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(Buffer.from(await one.arrayBuffer())).toEqual(Buffer.from(await two.arrayBuffer()));
  expect(made).toEqual(["600 avif"]);
});

test("a server that has closed writes no variant any more, also of a client that is gone", async () => {
  const other = await testServer(services, { roles: ["images"] });
  const { slug, sha256 } = await madePicture(services, await aMember(services));
  const client = new AbortController();
  const asked = other.fetch(`/i/600x0/q75/${slug}.avif`, { signal: client.signal });
  await started.promise;
  client.abort();
  await expect(asked).rejects.toThrow("aborted");
  const closed = other.close();
  const isOpen = () =>
    other.fetch("/healthz").then(
      () => true,
      () => false,
    );
  await expect.poll(isOpen).toBe(false);
  gate.resolve();
  await closed;
  const folder = path.join(services.env.DATA_DIR, "cache", "variants");
  const names = await readdir(folder, { recursive: true });
  expect(names.filter((name) => name.includes(sha256))).toHaveLength(1);
  expect(names.filter((name) => name.endsWith(".draft"))).toEqual([]);
});
