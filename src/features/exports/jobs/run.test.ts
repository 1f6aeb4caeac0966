import { afterAll, beforeAll, expect, test } from "vitest";
import {
  aFullMember,
  anExport,
  archiveBytes,
  asMember,
  aStoredPicture,
  filesOfTar,
  sha256,
  type FullMember,
} from "#tests/harness/archive.ts";
import { aMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { updatePicture } from "#app/features/pictures/commands.ts";
import type { OpenServices } from "#app/open-services.ts";
import { cancelExport, requestExport } from "../commands.ts";
import { runExport } from "./run.ts";
import { buildArchive } from "./build.ts";
import { lastExport, readChunks } from "../queries.ts";
import { planSchema } from "../queries/plan.ts";

const never = new AbortController().signal;
let services: OpenServices;
let scene: FullMember;
beforeAll(async () => {
  services = await testServices();
  scene = await aFullMember(services);
});
afterAll(() => services.close());

/** The lines of a manifest by name. */
function manifest(files: Map<string, Buffer>, name: string): Map<string, string> {
  const lines = files.get(name)?.toString("utf8").trimEnd().split("\n") ?? [];
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

const linesOf = (files: Map<string, Buffer>, name: string) =>
  (files.get(name)?.toString("utf8") ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const makeOld = (id: string) =>
  services.db
    .updateTable("exports")
    .set({ requested_at: new Date(Date.now() - 25 * 3_600_000) })
    .where("id", "=", id)
    .execute();

test("CO-06 an export is a bag with all that the member has, and nothing that others keep to themselves", async () => {
  const { member, friend, pictures, open, hidden } = scene;
  const id = await anExport(services, member, { chunk: 5_000 });
  const bytes = await archiveBytes(services, member, id);
  const files = await filesOfTar(bytes);

  const listed = manifest(files, "manifest-sha256.txt");
  const tags = manifest(files, "tagmanifest-sha256.txt");
  for (const [name, body] of files) {
    if (name === "tagmanifest-sha256.txt") continue;
    const known = name.startsWith("data/") ? listed : tags;
    expect([name, known.get(name)]).toEqual([name, sha256(body)]);
  }
  expect(files.size).toBe(listed.size + tags.size + 1);
  expect([...listed.keys()]).toEqual([...listed.keys()].toSorted());

  const [first, second, third] = pictures;
  const records = linesOf(files, "data/pictures.jsonl");
  expect(records.map((record) => record["sha256"])).toEqual(pictures.map((each) => each.sha256));
  expect(records[1]).toMatchObject({
    parent: first.sha256,
    title: "Ein Bild, „zwei“ 🌿",
    prompt: "a plain sheet of shade 22",
    tags: ["plain", "shade 22"],
    isPublic: true,
    made: { engine: { label: "Sketch" }, seed: 22, negative: "noise" },
  });
  expect(records[2]).toMatchObject({ sha256: third.sha256, isPublic: false, parent: null });
  for (const { sha256: digest, storageKey } of pictures) {
    const stored = await services.storage.get(storageKey);
    expect(files.get(`data/pictures/${digest}.jpg`)?.equals(stored?.bytes ?? Buffer.alloc(0))).toBe(
      true,
    );
  }
  expect(linesOf(files, "data/collections.jsonl")).toMatchObject([
    {
      name: "Sheets",
      pictures: [second.sha256, open.sha256, first.sha256],
      cover: second.sha256,
    },
  ]);
  expect(linesOf(files, "data/likes.jsonl").map((like) => like["sha256"])).toEqual([
    open.sha256,
    first.sha256,
  ]);
  expect(linesOf(files, "data/follows.jsonl")).toMatchObject([{ username: friend.username }]);
  expect(linesOf(files, "data/style-kits.jsonl")).toMatchObject([
    { name: "Calm", picture: first.sha256 },
  ]);
  expect(linesOf(files, "data/word-lists.jsonl")).toEqual([
    { name: "sky", words: ["clear", "red"] },
  ]);
  expect(linesOf(files, "records/ledger.jsonl")).toContainEqual(
    expect.objectContaining({ kind: "grant", amount: 35 }),
  );
  const account = JSON.parse(files.get("records/account.json")?.toString() ?? "") as object;
  expect(account).toMatchObject({ email: member.email, balance: { available: 40 } });
  const outbox = JSON.parse(files.get("activitypub/outbox.json")?.toString() ?? "") as {
    orderedItems: { object: { name: string } }[];
    totalItems: number;
  };
  expect(outbox.totalItems).toBe(2);
  expect(outbox.orderedItems.map(({ object }) => object.name)).not.toContain("Shade 33");
  expect(JSON.parse(files.get("activitypub/actor.json")?.toString() ?? "")).toMatchObject({
    type: "Person",
    preferredUsername: member.username,
  });
  expect(files.get("activitypub/following_accounts.csv")?.toString()).toContain(
    `${friend.username}@`,
  );

  const whole = bytes.toString("latin1");
  for (const secret of [hidden.sha256, "Friend's secret sheet", friend.email, friend.id]) {
    expect([secret, whole.includes(secret)]).toEqual([secret, false]);
  }
  const hash = await services.db
    .selectFrom("accounts")
    .select("password")
    .where("user_id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(whole.includes(hash.password ?? "-")).toBe(false);
});

test("CO-06 an export whose worker ends five times is continued, has each byte once, and tells once", async () => {
  const { member } = scene;
  const { id } = await requestExport(services, asMember(member));
  let kills = 0;
  for (let kept = 0; kills < 5; kept += 1) {
    const ending = new AbortController();
    let written = 0;
    const put: OpenServices["storage"]["put"] = async (key, bytes) => {
      await services.storage.put(key, bytes);
      if (key.includes("/tar/") && (written += 1) === 1 + (kept % 2)) ending.abort();
    };
    const storage = { ...services.storage, put };
    await runExport({ ...services, storage }, id, ending.signal, { chunk: 4_000 });
    kills += 1;
    expect(await lastExport(services.db, member.id)).toMatchObject({ id, state: "queued" });
  }
  await runExport(services, id, never, { chunk: 4_000 });
  const bytes = await archiveBytes(services, member, id);

  const row = await services.db
    .selectFrom("exports")
    .select(["plan", "requested_at", "round"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(row.round).toBe(1);
  const plan = planSchema.parse(row.plan);
  const again = { plan, prefix: "exports/in-one-go", mtime: row.requested_at };
  await buildArchive(services, again, never, async () => undefined);
  const file = { prefix: again.prefix, chunk: plan.chunk, size: plan.total };
  const inOneGo = Buffer.concat(await Array.fromAsync(readChunks(services.storage, file)));
  expect(bytes.equals(inOneGo)).toBe(true);

  const notices = await services.db
    .selectFrom("notifications")
    .select(["title", "metadata"])
    .where("user_id", "=", member.id)
    .where("type", "=", "export")
    .execute();
  // The first export told too.
  expect(notices.map(({ title }) => title)).toEqual(Array(2).fill("Your export is ready"));
  expect(notices[0].metadata).toEqual({ link: "/dashboard/profile#export" });
  await makeOld(id);
});

test("CO-06 equal data gives equal manifests, and a newer export replaces the older one", async () => {
  const { member } = scene;
  const [one, two] = [await anExport(services, member), await anExport(services, member)];
  const before = await services.db
    .selectFrom("exports")
    .select(["id", "state"])
    .where("id", "in", [one, two])
    .orderBy("id")
    .execute();
  expect(before.map(({ state }) => state)).toEqual(["expired", "ready"]);
  const files = await filesOfTar(await archiveBytes(services, member, two));
  await services.db.updateTable("exports").set({ state: "ready" }).where("id", "=", one).execute();
  const earlier = await filesOfTar(await archiveBytes(services, member, one));
  expect(files.get("manifest-sha256.txt")).toEqual(earlier.get("manifest-sha256.txt"));
  await cancelExport(services, asMember(member), one);
  for (const id of [one, two]) await makeOld(id);
});

test("CO-06 an image that is lost or damaged is left out and named; one that changes meanwhile has its new file", async () => {
  const member = await aMember(services);
  const kept = await aStoredPicture(services, member, 71);
  const lost = await aStoredPicture(services, member, 72);
  const damaged = await aStoredPicture(services, member, 73);
  await services.storage.delete(lost.storageKey);
  const { bytes = Buffer.alloc(0) } = (await services.storage.get(damaged.storageKey)) ?? {};
  bytes[bytes.length - 20] ^= 1;
  await services.storage.put(damaged.storageKey, bytes);
  const { id } = await requestExport(services, asMember(member));
  let isChanged = false;
  const put: OpenServices["storage"]["put"] = async (key, chunk) => {
    await services.storage.put(key, chunk);
    if (!key.includes("/tar/") || isChanged) return;
    isChanged = true;
    await updatePicture(services, asMember(member), kept.id, { title: "Renamed meanwhile" });
  };
  const storage = { ...services.storage, put };
  await runExport({ ...services, storage }, id, never, { chunk: 2_048 });
  const files = await filesOfTar(await archiveBytes(services, member, id));
  expect(linesOf(files, "records/lost-files.jsonl").map((line) => line["sha256"])).toEqual(
    [lost.sha256, damaged.sha256].toSorted(),
  );
  const records = linesOf(files, "data/pictures.jsonl");
  expect(records).toMatchObject([{ title: "Renamed meanwhile" }]);
  const file = files.get(`data/pictures/${String(records[0]["sha256"])}.jpg`);
  expect(sha256(file ?? "")).toBe(records[0]["sha256"]);
  expect(await lastExport(services.db, member.id)).toMatchObject({ state: "ready", leftOut: 2 });
});

test("CO-06 an export that fails again and again is given up, and the member is told", async () => {
  const member = await aMember(services);
  await aStoredPicture(services, member, 81);
  const { id } = await requestExport(services, asMember(member));
  const storage: OpenServices["storage"] = {
    ...services.storage,
    put: () => Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" })),
  };
  const broken = { ...services, storage };
  for (let n = 0; n < 4; n += 1) {
    await expect(runExport(broken, id, never)).rejects.toThrow("no space");
  }
  await runExport(broken, id, never);
  expect(await lastExport(services.db, member.id)).toMatchObject({ state: "failed" });
  const told = await services.db
    .selectFrom("notifications")
    .select("title")
    .where("user_id", "=", member.id)
    .execute();
  expect(told).toEqual([{ title: "Your export failed" }]);
});
