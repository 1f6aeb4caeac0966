import { afterAll, beforeAll, expect, test } from "vitest";
import { openSharpImaging } from "#app/adapters/imaging/sharp.ts";
import { aMember } from "#tests/harness/factories.ts";
import { madePicture } from "#tests/harness/made-picture.ts";
import { testServer, type TestServer } from "#tests/harness/server.ts";
import { testServices } from "#tests/harness/services.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
/** Records what is made on request and holds it until released; the sizes of a new picture pass. */
const made: string[] = [];
const started = Promise.withResolvers<void>();
const gate = Promise.withResolvers<void>();

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
