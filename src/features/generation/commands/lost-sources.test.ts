import type { Pool } from "pg";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { askGrid, type Axes } from "#tests/harness/grids.ts";
import { quickEngine } from "#tests/harness/quick-engine.ts";
import { testServer, type SignedUp } from "#tests/harness/server.ts";
import { testServices } from "#tests/harness/services.ts";
import { balanceOf } from "#app/features/billing/queries.ts";
import { deletePicture, updatePicture } from "#app/features/pictures/commands.ts";
import type { OpenServices } from "#app/open-services.ts";
import type { Services } from "#app/services.ts";
import { startWorker } from "../jobs.ts";
import { castById } from "../queries.ts";
import { requestUpscale } from "./upscale.ts";

let services: OpenServices;
beforeAll(async () => {
  const quick = quickEngine({}, { upscale: true });
  services = await testServices({ engines: new Map([[quick.id, quick]]) });
});
afterAll(() => services.close());

/** Services that run a step after a cast or a grid was checked and before it is queued. */
function before(enqueue: () => Promise<void>): Services {
  const db = new Proxy(services.db, {
    get(target, name) {
      const own = Reflect.get(target, name, target) as unknown;
      if (name !== "transaction") return typeof own === "function" ? own.bind(target) : own;
      return () => ({
        async execute(run: Parameters<ReturnType<typeof target.transaction>["execute"]>[0]) {
          await enqueue();
          return target.transaction().execute(run);
        },
      });
    },
  });
  const pool = new Proxy(services.pool, {
    get(target, name) {
      if (name !== "query") return Reflect.get(target, name, target) as unknown;
      const query = async (...args: Parameters<Pool["query"]>) => {
        const [asked] = args as unknown as [{ name?: string }];
        if (asked.name === "enqueue-cast") await enqueue();
        return target.query(...args);
      };
      return query;
    },
  });
  return { ...services, db, pool };
}

const cast = (member: SignedUp, address: string, body: object) =>
  member.fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": uuidv7() },
    body: JSON.stringify(body),
  });

test("remixing or enlarging a picture that is being deleted is 404 and costs nothing", async () => {
  let doomed: { id: string; owner: string } | null = null;
  const racing = before(async () => {
    if (doomed) await deletePicture(services, actorFor({ id: doomed.owner }), doomed.id);
    doomed = null;
  });
  const server = await testServer(racing, { roles: ["web"] });
  const member = await server.signUp();
  const balance = () => balanceOf(services.db, member.userId);
  const funds = await balance();
  const source = async () => {
    const { id } = await aPicture(services, { id: member.userId });
    doomed = { id, owner: member.userId };
    return id;
  };
  const input = { prompt: "a lake", aspect: "1:1", quality: "standard", count: 1 };
  const remix = await cast(member, "/api/generate", {
    ...input,
    source: { pictureId: await source() },
  });
  expect(remix.status).toBe(404);
  expect(await remix.json()).toMatchObject({ type: "urn:echoform:problem:not-found" });
  // Drawn by the engine that can draw it again, so that it can be made larger.
  const worker = startWorker(services);
  const first = await cast(member, "/api/generate", input);
  const { id } = (await first.json()) as { id: string };
  const drawn = async () =>
    (await castById(services.db, member.userId, id))?.progress[0].picture?.id;
  await expect.poll(drawn).toBeDefined();
  await worker.stop();
  doomed = { id: (await drawn()) ?? "", owner: member.userId };
  const larger = await cast(member, "/api/generations/upscale", { picture: doomed.id });
  expect(larger.status).toBe(404);
  // Only the cast that was drawn is paid for.
  expect(await balance()).toEqual({ current: funds.current - 1, held: 0 });
  await server.close();
});

test("a grid from a picture that is being deleted is 404 and costs nothing", async () => {
  let doomed: string | null = null;
  const member = await aCaster(services);
  const racing = before(async () => {
    if (doomed) await deletePicture(services, member.actor, doomed);
    doomed = null;
  });
  const { id } = await aPicture(services, member);
  doomed = id;
  const cast = { prompt: "a lake", quality: "standard", source: { pictureId: id } } as const;
  const axes: Axes = { columns: { by: "seed", values: [1, 2] } };
  const quoted = { pictures: 2, credits: 4 };
  const grid = askGrid(racing, member, { cast, axes }, { quoted });
  await expect(grid).rejects.toMatchObject({ code: "not-found" });
  expect(doomed).toBeNull();
  expect(await member.balance()).toEqual({ current: 20, held: 0 });
});

test("a rejected picture is not enlarged; one rejected meanwhile stays rejected", async () => {
  const member = await aCaster(services);
  const worker = startWorker(services);
  const first = await member.end(await member.cast("a lake"));
  await worker.stop();
  const source = first.progress[0].picture?.id ?? "";
  const reject = (status: "rejected" | "ready") =>
    services.db
      .updateTable("pictures")
      .set({ status, approved: status === "ready" })
      .where("id", "=", source)
      .execute();
  await reject("rejected");
  await expect(requestUpscale(services, member.actor, source, uuidv7())).rejects.toMatchObject({
    info: { errors: [{ path: "picture", code: "rejected" }] },
  });
  await reject("ready");
  const { id } = await requestUpscale(services, member.actor, source, uuidv7());
  await reject("rejected");
  const later = startWorker(services);
  const larger = await member.end(id);
  await later.stop();
  const made = await services.db
    .selectFrom("pictures")
    .select(["approved", "status"])
    .where("id", "=", larger.progress[0].picture?.id ?? "")
    .executeTakeFirstOrThrow();
  expect(made).toEqual({ approved: false, status: "rejected" });
});

test("nothing is made from a rejected or removed picture; what is made meanwhile stays out of sight", async () => {
  const member = await aCaster(services);
  const { id } = await aPicture(services, member);
  const judge = (approved: boolean, status: "rejected" | "ready", removed_at: Date | null = null) =>
    services.db
      .updateTable("pictures")
      .set({ approved, status, removed_at })
      .where("id", "=", id)
      .execute();
  const source = { source: { pictureId: id } };
  for (const [status, removedAt] of [
    ["rejected", null],
    ["ready", new Date()],
  ] as const) {
    await judge(false, status, removedAt);
    await expect(member.cast("a lake", source)).rejects.toMatchObject({
      info: { errors: [{ path: "source.pictureId", code: "rejected" }] },
    });
  }
  await judge(true, "ready");
  const remix = await member.cast("a lake", source);
  await judge(false, "rejected");
  const worker = startWorker(services);
  const made = await member.end(remix);
  await worker.stop();
  const row = await services.db
    .selectFrom("pictures")
    .select(["approved", "status"])
    .where("id", "=", made.progress[0].picture?.id ?? "")
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ approved: false, status: "waiting" });
});

test("a cast does not show a source that has since been made private", async () => {
  const other = await aMember(services);
  const member = await aCaster(services);
  const shown = await aPicture(services, other);
  const own = await aPicture(services, member, { is_public: false, title: "My own" });
  const source = async (id: string) => (await member.see(id)).source;
  const remix = await member.cast("a lake", { source: { pictureId: shown.id } });
  const mine = await member.cast("a lake", { source: { pictureId: own.id } });
  expect(await source(remix)).toMatchObject({ title: "Misty mountain lake" });
  await updatePicture(services, actorFor(other), shown.id, {
    is_public: false,
    title: "Nobody's business",
  });
  expect(await source(remix)).toBeNull();
  expect(await source(mine)).toMatchObject({ title: "My own" });
});

test("the r2Key of a notification can be fetched from the image host, like its image address", async () => {
  const server = await testServer(services, { roles: ["images"] });
  const member = await aCaster(services);
  const worker = startWorker(services);
  await member.end(await member.cast("a lake"));
  await worker.stop();
  const [notice] = await member.notices();
  const thumbnail = await server.fetch(`/${notice.r2Key}`);
  expect(thumbnail.status).toBe(200);
  expect(thumbnail.headers.get("content-type")).toBe("image/jpeg");
  expect(notice.imageUrl).toBe(`/${notice.r2Key}`);
  await server.close();
});
