import { afterAll, beforeAll, expect, test } from "vitest";
import { aRouteCaster, castRoutes } from "#tests/harness/cast-routes.ts";
import { aPicture } from "#tests/harness/factories.ts";
import { quickEngine, type QuickEngine } from "#tests/harness/quick-engine.ts";
import { testServices } from "#tests/harness/services.ts";
import { guest } from "#app/lib/actor.ts";
import type { OpenServices } from "#app/open-services.ts";
import type { StyleKit } from "../queries/kits.ts";

let services: OpenServices;
let quick: QuickEngine;
beforeAll(async () => {
  quick = quickEngine();
  services = await testServices({ engines: new Map([[quick.id, quick]]) });
});
afterAll(() => services.close());

const fog = {
  name: "Fog",
  palette: ["#b0bab4", "#2e3532"],
  material: "bark, moss",
  lighting: "backlit fog",
  camera: "",
};

async function aKitMaker() {
  const client = await aRouteCaster(services, 20);
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await client.app.request(path, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    });
    return { status: answer.status, json: answer.status === 204 ? null : await answer.json() };
  };
  const make = async (body: unknown) =>
    (await call("POST", "/api/style-kits", body)).json as StyleKit;
  const list = async () =>
    (await call("GET", "/api/style-kits")).json as Record<"own" | "curated" | "shared", StyleKit[]>;
  return { ...client, call, make, list };
}

test("ST-08 a member makes, changes, copies, shares and deletes kits of their own", async () => {
  const [one, two] = [await aKitMaker(), await aKitMaker()];
  const kit = await one.make(fog);
  expect(kit).toMatchObject({ ...fog, kind: "own", isShared: false });
  expect((await one.list()).own.map(({ id }) => id)).toEqual([kit.id]);
  expect((await two.list()).shared).toEqual([]);
  for (const [method, body] of [
    ["PATCH", { name: "Stolen" }],
    ["DELETE", undefined],
  ] as const) {
    expect((await two.call(method, `/api/style-kits/${kit.id}`, body)).status).toBe(404);
  }
  const changed = await one.call("PATCH", `/api/style-kits/${kit.id}`, {
    name: "Thick fog",
    isShared: true,
  });
  expect(changed.json).toMatchObject({ name: "Thick fog", isShared: true, material: "bark, moss" });
  expect((await two.list()).shared.map(({ name, kind }) => [name, kind])).toEqual([
    ["Thick fog", "shared"],
  ]);
  const copy = await two.make({ kit: kit.id });
  expect(copy).toMatchObject({ name: "Thick fog copy", kind: "own", palette: fog.palette });
  expect((await two.make({ kit: "night-bus" })).name).toBe("Night bus copy");
  expect((await one.call("DELETE", `/api/style-kits/${kit.id}`)).status).toBe(204);
  expect((await one.call("DELETE", `/api/style-kits/${kit.id}`)).status).toBe(404);
  expect((await two.list()).own).toHaveLength(2);
});

test("ST-08 a kit is made from any picture that one may see: its palette and its words", async () => {
  const maker = await aKitMaker();
  const other = await aKitMaker();
  const shown = await aPicture(services, other.member, { title: "Amber hour", is_public: true });
  const secret = await aPicture(services, other.member, { is_public: false });
  const kit = await maker.make({ picture: shown.id });
  expect(kit).toMatchObject({ name: "Amber hour", picture: { slug: shown.slug } });
  expect(kit.palette).toHaveLength(5);
  expect((await maker.call("POST", "/api/style-kits", { picture: secret.id })).status).toBe(400);
});

test("ST-08 a kit is kept with the cast as it was, and reaches the engine", async () => {
  const { make, call, cast, app } = await aKitMaker();
  const kit = await make(fog);
  const { id } = await cast({ prompt: "a lake", styleKit: kit.id });
  await call("DELETE", `/api/style-kits/${kit.id}`);
  expect(await (await app.request(`/api/generations/${id}`)).json()).toMatchObject({
    prompt: "a lake",
    styleKit: { id: kit.id, ...fog },
  });
  const unknown = await call("GET", `/api/generations/${id}`);
  expect(unknown.status).toBe(200);
});

test("ST-08 an unknown or private kit is refused at its field", async () => {
  const [one, two] = [await aKitMaker(), await aKitMaker()];
  const kit = await one.make(fog);
  for (const styleKit of [kit.id, "no-such-kit", "0198c0de-0000-7000-8000-000000000001"]) {
    const answer = await two.post({ prompt: "a lake", styleKit });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ path: "styleKit" }] });
  }
});

test.each([
  ["name", { ...fog, name: " " }],
  ["palette.0", { ...fog, palette: ["red"] }],
  ["palette", { ...fog, palette: Array.from({ length: 6 }, () => "#000000") }],
  ["material", { ...fog, material: "x".repeat(201) }],
])("ST-08 a kit with a wrong %s is refused", async (_path, body) => {
  const { call } = await aKitMaker();
  expect((await call("POST", "/api/style-kits", body)).status).toBe(400);
});

test("ST-08 guests get 401", async () => {
  const app = castRoutes(services, guest);
  expect((await app.request("/api/style-kits")).status).toBe(401);
  expect((await app.request("/api/style-kits", { method: "POST", body: "{}" })).status).toBe(401);
});
