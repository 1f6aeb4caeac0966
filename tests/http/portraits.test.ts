import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { portraitAt, portraitKey } from "#app/rules/portraits.ts";
import { aPng } from "../harness/made-picture.ts";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

let server: TestServer;
let member: SignedUp;
beforeAll(async () => {
  server = await testServer();
  member = await server.signUp("Mira");
});
afterAll(() => server.close());

function put(who: SignedUp, kind: string, bytes: Uint8Array, name = "file") {
  const body = new FormData();
  body.append(name, new File([new Uint8Array(bytes)], "me.png", { type: "image/png" }));
  return who.fetch(`/api/profile/${kind}`, { method: "PUT", body });
}
type Shown = { avatar: string | null; coverPhotoUrl: string | null };
const profile = async (who: SignedUp) => (await (await who.fetch("/api/profile")).json()) as Shown;

test.each([
  ["avatar", "avatar", 256, 256],
  ["cover", "coverPhotoUrl", 1800, 450],
] as const)(
  "CO-05 a file becomes the %s, cropped to its shape",
  async (kind, field, width, height) => {
    expect((await put(member, kind, await aPng(2000, 1000))).status).toBe(204);
    const address = (await profile(member))[field] ?? "";
    const answer = await server.fetch(address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("cache-control")).toContain("immutable");
    const made = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect({ format: made.format, width: made.width, height: made.height }).toEqual({
      format: "webp",
      width,
      height,
    });
  },
);

test("CO-05 none of the file's own metadata is kept", async () => {
  const owner = await server.signUp("Gil");
  const withPlace = await sharp(await aPng(600, 600))
    .withExif({ IFD0: { Artist: "somebody" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
    .png()
    .toBuffer();
  expect((await put(owner, "avatar", withPlace)).status).toBe(204);
  const answer = await server.fetch((await profile(owner)).avatar ?? "");
  const { exif, xmp, iptc } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
});

test("CO-05 another file replaces the first, which is deleted", async () => {
  const owner = await server.signUp("Ines");
  await put(owner, "avatar", await aPng(300, 300));
  const first = (await profile(owner)).avatar ?? "";
  await put(owner, "avatar", await aPng(301, 300));
  const second = (await profile(owner)).avatar ?? "";
  expect(second).not.toBe(first);
  expect((await server.fetch(first)).status).toBe(404);
  expect((await server.fetch(second)).status).toBe(200);
  expect((await owner.fetch("/api/profile/avatar", { method: "DELETE" })).status).toBe(204);
  expect(await profile(owner)).toMatchObject({ avatar: null, coverPhotoUrl: null });
  expect(await server.services.storage.get(portraitKey(portraitAt(second) ?? ""))).toBeNull();
  expect((await owner.fetch("/api/profile/avatar", { method: "DELETE" })).status).toBe(204);
});

test("CO-05 a file that is no picture is refused, and the portrait stays", async () => {
  const owner = await server.signUp("Noor");
  await put(owner, "avatar", await aPng(300, 300));
  const before = await profile(owner);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  const png = await aPng(300, 300);
  expect((await put(owner, "avatar", svg)).status).toBe(415);
  expect((await put(owner, "avatar", png.subarray(0, png.length / 2))).status).toBe(422);
  expect((await put(owner, "avatar", Buffer.alloc(0))).status).toBe(400);
  expect((await put(owner, "avatar", png, "picture")).status).toBe(400);
  expect(await profile(owner)).toEqual(before);
});

test("CO-05 portraits are limited per member, with the time to wait", async () => {
  const services = await testServices({ env: { RATE_LIMIT_FACTOR: "1" } });
  const limited = await testServer(services, { roles: ["web"] });
  const owner = await limited.signUp("Otto");
  const statuses: number[] = [];
  for (let turn = 0; turn < 21; turn += 1) {
    statuses.push((await put(owner, "avatar", Buffer.from("no picture"))).status);
  }
  expect(statuses.slice(0, 20).every((status) => status === 415)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  await limited.close();
  await services.close();
});
