import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audited } from "#app/features/admin/commands.ts";
import { saveBackup } from "#app/features/admin/jobs/save-backup.ts";
import { createVariants } from "#app/features/delivery/http/variants.ts";
import { threadOf } from "#app/features/generation/queries/threads.ts";
import { pictureFile } from "#app/features/pictures/queries.ts";
import type { OpenServices } from "#app/open-services.ts";
import { brokenInvariants } from "#app/db/invariants.ts";
import {
  createNeedles,
  digestsIn,
  needlesInDatabase,
  needlesInFolder,
} from "#tests/harness/needles.ts";
import { aMember } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { plantMember } from "#tests/harness/planted-member.ts";
import { testServices } from "#tests/harness/services.ts";
import { deletePictureForEver, requestDeletion } from "./commands.ts";
import { eraseDue } from "./jobs.ts";
import { deletionByKey } from "./queries.ts";

let services: OpenServices;
let backups: string;
let logged = "";
beforeAll(async () => {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString("utf8");
      done();
    },
  });
  services = await testServices({ log: pino({ level: "debug" }, stream) });
  backups = await mkdtemp(path.join(os.tmpdir(), "echoform-deletion-"));
});
afterAll(async () => {
  await services.close();
  await rm(backups, { recursive: true, force: true });
});

const operator = { system: "operator", audited } as const;

/** Asks for a deletion and lets its time be over. */
async function ask(userId: string): Promise<string> {
  const { key } = await requestDeletion(services, operator, userId);
  await sql`update users set delete_after = now() where id = ${userId}`.execute(services.db);
  await sql`
    update deletions d set due_at = u.delete_after from users u where u.id = ${userId} and d.id = ${key}`.execute(
    services.db,
  );
  return key;
}

/** Runs the erasure, cut off again and again after a few steps as by a crash, until it is done. */
async function eraseWithCrashes(key: string): Promise<number> {
  for (let crashes = 0; crashes < 500; crashes += 1) {
    const found = await deletionByKey(services.db, key);
    if (found?.state === "done") return crashes;
    // Each look at the signal may be the last; the first run ends at its first step, the next at its second …
    let looks = 0;
    const ending = new AbortController();
    const signal = new Proxy(ending.signal, {
      get(target, name) {
        if (name === "throwIfAborted") {
          return () => {
            looks += 1;
            if (looks > 1 + (crashes % 7)) ending.abort();
            target.throwIfAborted();
          };
        }
        return Reflect.get(target, name) as unknown;
      },
    });
    await eraseDue(services, signal);
  }
  throw new Error("the erasure never ended");
}

/** Whether each place of a thread leads to the first one, and which pictures are in it. */
async function walk(member: { id: string }, root: string) {
  const thread = await threadOf(services.db, actorFor(member), root);
  const nodes = new Map(thread?.nodes.map((node) => [node.id, node]));
  for (const node of nodes.values()) {
    let at = node;
    for (let steps = 0; at.parentId !== null; steps += 1) {
      expect(steps).toBeLessThan(nodes.size);
      const parent = nodes.get(at.parentId);
      expect(parent, `the parent of ${at.id}`).toBeDefined();
      at = parent ?? { ...at, parentId: null };
    }
  }
  return { title: thread?.title, kinds: [...nodes.values()].map(({ kind }) => kind) };
}

test("CO-06 of 200 planted words, names and bytes none is left after an erasure that was cut off at every step", async () => {
  const needles = createNeedles();
  const planted = await plantMember(services, needles);
  const { member, made, other, kit, remix, uploaded } = planted;
  const bystander = await plantMember(services, createNeedles(), 2);
  // A cast of somebody else with the member's shared kit, and a variant in the cache of the image host.
  await sql`
    with hold as (
      insert into holds (id, account_id, amount, state, closed_at, expires_at)
      select gen_random_uuid(), id, 1, 'voided', now(), now() from ledger_accounts where user_id = ${other.id} returning id),
    opened as (
      insert into ledger_transactions (id, kind, hold_id, idempotency_key, reason)
      select gen_random_uuid(), k.kind, hold.id, k.kind || ':kit', 'cast' from hold, unnest(array['hold', 'void']) as k (kind)
      returning id),
    moved as (
      insert into ledger_entries (transaction_id, account_id, bucket, amount)
      select o.id, a.id, b.bucket, b.amount from opened o
      join ledger_accounts a on a.user_id = ${other.id}
      cross join lateral (values ('available', -1), ('held', 1), ('available', 1), ('held', -1)) as b (bucket, amount)
      returning id)
    insert into generations (id, user_id, kind, prompt, aspect, quality, count, engine, engine_label, model, seed, width,
      height, cost, hold_id, idempotency_key, request_hash, state, finished_at, style_kit)
    select gen_random_uuid(), ${other.id}, 'create', 'mine', '1:1', 'standard', 1, 'sketch', 'Sketch', 'm', 1, 64, 64, 1,
      hold.id, 'with-the-kit', 'h', 'cancelled', now(),
      (select jsonb_build_object('id', k.id, 'name', k.name) from style_kits k where k.id = ${kit}) from hold`.execute(
    services.db,
  );
  const variants = createVariants(services);
  const file = await pictureFile(services.db, made[0].filename);
  if (file === null) throw new Error("there is no picture");
  const odd = { width: 300, height: 0, quality: 75, format: "webp" } as const;
  await variants.get(file, odd, () => Promise.resolve());
  const cache = path.join(services.env.DATA_DIR, "cache");
  await expect
    .poll(() =>
      digestsIn(cache).then(
        (all) => all.size,
        () => 0,
      ),
    )
    .toBe(1);

  const words = [...needles.words];
  expect(words.length).toBeGreaterThanOrEqual(200);
  const before = await needlesInDatabase(services.pool, words);
  expect(new Set([...before.values()].flat())).toEqual(new Set(words));
  // Words in the bytes of files, and bytes of files themselves.
  expect((await needlesInFolder(services.env.DATA_DIR, words)).size).toBeGreaterThan(20);
  const bytes = await digestsIn(services.env.DATA_DIR);
  const kept = (await services.storage.get(remix.storageKey))?.bytes;
  expect(kept?.toString("latin1")).toContain(made.at(-1)?.slug);
  const walkedBefore = await walk(other, remix.id);

  const key = await ask(member.id);
  const crashes = await eraseWithCrashes(key);
  expect(crashes).toBeGreaterThan(5);

  expect(await needlesInDatabase(services.pool, words)).toEqual(new Map());
  await expect.poll(() => needlesInFolder(services.env.DATA_DIR, words)).toEqual(new Map());
  await expect.poll(() => digestsIn(cache)).toEqual(new Set());
  for (const digest of made.map(({ sha256 }) => sha256)) {
    expect(bytes).toContain(digest);
    expect(await digestsIn(services.env.DATA_DIR)).not.toContain(digest);
  }
  const uploads = await Array.fromAsync(services.storage.list("uploads/"));
  expect(uploads.filter((name) => name.includes(uploaded.id))).toEqual([]);
  const folder = path.join(backups, "after");
  await saveBackup(services, folder);
  expect(await needlesInFolder(folder, words)).toEqual(new Map());
  // The id stands in the log, to find errors by; nothing else does.
  expect(words.filter((word) => word !== member.id && logged.includes(word))).toEqual([]);

  const walked = await walk(other, remix.id);
  expect(walked.kinds).toHaveLength(walkedBefore.kinds.length);
  expect(walked.kinds.filter((kind) => kind === "gap")).toHaveLength(made.length);
  expect(walked.title).toBe("Deleted picture");
  const rest = await services.db
    .selectFrom("pictures")
    .select(["storage_key", "likes"])
    .where("id", "=", remix.id)
    .executeTakeFirstOrThrow();
  expect(rest.likes).toBe(0);
  const bytesOfRemix = (await services.storage.get(rest.storage_key))?.bytes.toString("latin1");
  expect(bytesOfRemix).toContain("A remix of somebody");

  expect(await deletionByKey(services.db, key)).toMatchObject({
    state: "done",
    removed: {
      pictures: made.length,
      uploads: 1,
      remixes: 1,
      collections: 3,
      styleKits: 1,
      wordLists: 1,
      messages: 2,
    },
  });
  expect(await brokenInvariants(services.pool)).toEqual({});
  const stays = bystander.made.map(({ id }) => id);
  const { rows } = await sql`select id from pictures where id = any(${stays}::uuid[])`.execute(
    services.db,
  );
  expect(rows).toHaveLength(stays.length);
});

test("CO-06 the username of a deleted member stays reserved, and the address is free again", async () => {
  const { member } = await plantMember(services, createNeedles(), 2);
  await ask(member.id);
  await eraseDue(services);
  const again = (username: string) =>
    aMember(services, { columns: { email: member.email, username } });
  await expect(again(member.username)).rejects.toMatchObject({
    code: "23505",
    constraint: "users_username_key",
  });
  await again("somebody-new");
});

test("the ledger and the audit log stay append-only beside the words of an erasure", async () => {
  await plantMember(services, createNeedles(), 2);
  const { db } = services;
  for (const table of ["ledger_transactions", "ledger_entries", "admin_audit"]) {
    const change = sql`update ${sql.table(table)} set created_at = created_at`.execute(db);
    await expect(change).rejects.toThrow("append-only");
  }
  const forged = db.transaction().execute(async (tx) => {
    await sql`select set_config('echoform.erasing', 'ledger_transactions', true)`.execute(tx);
    await sql`update ledger_transactions set created_at = now() - interval '1 year'`.execute(tx);
  });
  await expect(forged).rejects.toThrow("only words are erased");
  const entries = db.transaction().execute(async (tx) => {
    await sql`select set_config('echoform.erasing', 'ledger_entries', true)`.execute(tx);
    await sql`update ledger_entries set amount = amount + 1`.execute(tx);
  });
  await expect(entries).rejects.toThrow("append-only");
});

test("CO-06 one picture is deleted for ever without a grace, with its words, files and cast, and its thread walks", async () => {
  const needles = createNeedles();
  const { member, made, other, remix } = await plantMember(services, needles, 3);
  const picture = made[2];
  const mine = await services.db
    .selectFrom("pictures")
    .select(["title", "prompt", "description", "tags", "authoring_prompt", "mini_prompt"])
    .where("id", "=", picture.id)
    .executeTakeFirstOrThrow();
  const text = JSON.stringify(mine);
  const words = needles.words.filter((word) => text.includes(word));
  expect(words).toHaveLength(7);
  expect((await needlesInDatabase(services.pool, words)).size).toBeGreaterThan(1);
  const stranger = deletePictureForEver(services, actorFor(other), picture.id);
  await expect(stranger).rejects.toMatchObject({ code: "not-found" });
  const { receipt } = await deletePictureForEver(services, actorFor(member), picture.id);
  await eraseDue(services);
  expect(await deletionByKey(services.db, receipt)).toMatchObject({
    kind: "picture",
    state: "done",
    removed: { pictures: 1, remixes: 1, files: 4 },
  });
  expect(await needlesInDatabase(services.pool, words)).toEqual(new Map());
  expect(await needlesInFolder(services.env.DATA_DIR, words)).toEqual(new Map());
  expect((await walk(other, remix.id)).kinds.filter((kind) => kind === "gap")).toHaveLength(1);
  const again = deletePictureForEver(services, actorFor(member), picture.id);
  await expect(again).rejects.toMatchObject({ code: "not-found" });
  const stored = await readFile(
    path.join(services.env.DATA_DIR, "files", "deletions", `${receipt}.json`),
    "utf8",
  );
  expect(stored).not.toContain(picture.id);
});
