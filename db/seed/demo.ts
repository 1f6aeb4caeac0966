import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { grantCredits, openAccount } from "#app/features/billing/commands.ts";
import { requestCast } from "#app/features/generation/commands.ts";
import { castInput } from "#app/features/generation/inputs.ts";
import { backdatePicture, updatePicture } from "#app/features/pictures/commands.ts";
import type { Member } from "#app/lib/actor.ts";
import { castCost } from "#app/rules/credit-costs.ts";
import type { OpenServices } from "#app/open-services.ts";
import { houseAccount } from "./accounts.ts";
import { readDemoCasts, sourcesFirst, type DemoCast } from "./casts.ts";
import { demoCreators, type DemoCreator } from "./creators.ts";
import { isDemoSocialMade, makeDemoSocial } from "./social.ts";

export type DemoSeed = {
  /** Resolves when all of it is there, or when it was stopped. */
  done: Promise<void>;
  stop(): Promise<void>;
};

export type DemoOptions = {
  /** The casts to make, for tests; all of them when left out. */
  casts?: readonly DemoCast[];
  /** Milliseconds between checks of a cast that is being drawn. */
  pollMs?: number;
};

type Run = {
  services: OpenServices;
  casts: readonly DemoCast[];
  creators: Record<DemoCreator, Member>;
  /** When the seed began for the first time: pictures are dated back from there. */
  begun: Date;
  pollMs: number;
  signal: AbortSignal;
};

const engine = "sketch";
/** Between one picture and the next lie this many minutes, so that the wall has a past. */
const spacingMinutes = 9 * 60 + 23;
const tries = 2;

const costOf = (cast: DemoCast): number =>
  castCost({
    mode: cast.from === undefined ? "text-to-image" : "image-to-image",
    quality: "standard",
    aspect: cast.aspect,
    model: engine,
    count: 1,
  });

/** True on the first start of all, and on later ones until the gallery is complete. One of an older release stays as it is. */
async function isWanted({ db }: OpenServices): Promise<boolean> {
  const ours = Object.values(demoCreators).map((creator) => creator.username);
  const [known, others] = await Promise.all([
    db.selectFrom("users").select("id").where("username", "in", ours).execute(),
    db.selectFrom("users").select("id").where("username", "not in", ours).executeTakeFirst(),
  ]);
  if (known.length === 0) return others === undefined;
  return !(await isDemoSocialMade(
    db,
    known.map(({ id }) => id),
  ));
}

/** The creators with credits for all their casts; granted once, as promotions, in the same ledger as everybody's. */
async function openCreators(
  services: OpenServices,
  casts: readonly DemoCast[],
): Promise<Run["creators"]> {
  const members: [string, Member][] = [];
  for (const [key, creator] of Object.entries(demoCreators)) {
    const userId = await houseAccount(services, { ...creator, isDemo: true });
    await openAccount(services.db, userId);
    const amount = casts
      .filter((cast) => cast.creator === key)
      .reduce((sum, cast) => sum + costOf(cast) * tries, 1);
    // Another release plans other casts, which it may have to add to half a gallery.
    const idempotencyKey = `demo-seed:${userId}:${amount}`;
    const reason = "Demonstration pictures";
    await grantCredits(services, { userId, amount, reason, idempotencyKey });
    members.push([key, { role: "member", userId }]);
  }
  return Object.fromEntries(members) as Run["creators"];
}

/** The idempotency keys of a planned cast's tries. */
const keysOf = (key: string): string[] =>
  Array.from({ length: tries }, (_, attempt) => `demo-seed:${key}:${attempt}`);

/** The picture of a planned cast that was made before, by any attempt. */
async function pictureOf({ services, creators, casts }: Run, key: string) {
  const planned = casts.find((cast) => cast.key === key);
  if (planned === undefined) return undefined;
  return services.db
    .selectFrom("generations as g")
    .innerJoin("pictures as p", "p.generation_id", "g.id")
    .select(["p.id", "p.tags", "p.created_at"])
    .where("g.user_id", "=", creators[planned.creator].userId)
    .where("g.idempotency_key", "in", keysOf(key))
    .executeTakeFirst();
}

/** Members come first: the next demonstration picture waits until nobody else does. */
async function waitForMembers({ services, creators, pollMs, signal }: Run): Promise<void> {
  const ours = Object.values(creators).map((member) => member.userId);
  for (;;) {
    const waiting = await services.db
      .selectFrom("generations")
      .select("id")
      .where("state", "in", ["queued", "running"])
      .where("user_id", "not in", ours)
      .limit(1)
      .executeTakeFirst();
    if (waiting === undefined) return;
    await sleep(pollMs, undefined, { signal });
  }
}

async function waitForCast({ services, pollMs, signal }: Run, id: string): Promise<string> {
  for (;;) {
    const { state } = await services.db
      .selectFrom("generations")
      .select("state")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (state !== "queued" && state !== "running") return state;
    await sleep(pollMs, undefined, { signal });
  }
}

/** What became of the tries so far, in their order. */
async function triesOf({ services, creators }: Run, cast: DemoCast) {
  return services.db
    .selectFrom("generations")
    .select(["id", "state"])
    .where("user_id", "=", creators[cast.creator].userId)
    .where("idempotency_key", "in", keysOf(cast.key))
    .orderBy("created_at")
    .execute();
}

/** The same words give the same picture on every machine. */
const seedOf = (key: string): number => createHash("sha256").update(key).digest().readUInt32BE(0);

/** One cast by the same code as a member's: hold, queue, worker, settlement, notice. */
async function requestDemoCast(run: Run, cast: DemoCast, attempt: number): Promise<string | null> {
  const source = cast.from === undefined ? undefined : await pictureOf(run, cast.from);
  if (cast.from !== undefined && source === undefined) return null;
  const input = castInput.parse({
    prompt: cast.prompt,
    aspect: cast.aspect,
    quality: "standard",
    count: 1,
    engine,
    seed: seedOf(cast.key) + attempt,
    ...(source && { source: { pictureId: source.id }, strength: cast.strength }),
  });
  await waitForMembers(run);
  const actor = run.creators[cast.creator];
  const { id } = await requestCast(run.services, actor, input, keysOf(cast.key)[attempt]);
  return id;
}

/** Makes a planned cast, or waits for one that an earlier start began; one whose picture was deleted is not made again. */
async function makeCast(run: Run, cast: DemoCast): Promise<void> {
  const before = await triesOf(run, cast);
  if (before.some((made) => made.state === "done")) return;
  const open = before.find((made) => made.state === "queued" || made.state === "running");
  let id = open?.id ?? null;
  for (let attempt = open ? before.length - 1 : before.length; attempt < tries; attempt += 1) {
    id ??= await requestDemoCast(run, cast, attempt);
    if (id === null) return;
    const state = await waitForCast(run, id);
    if (state === "done") return;
    run.services.log.warn({ cast: cast.key, attempt, state }, "a demonstration picture failed");
    id = null;
  }
}

/** Tags, date and pick of a picture that is there; the same each time. */
async function dress(run: Run, cast: DemoCast): Promise<void> {
  const picture = await pictureOf(run, cast.key);
  if (picture === undefined) return;
  const place = run.casts.indexOf(cast);
  const minutes = (place + 1) * spacingMinutes - ((place * 137) % 300);
  const createdAt = new Date(run.begun.getTime() - minutes * 60_000);
  if (picture.created_at.getTime() === createdAt.getTime()) return;
  if (picture.tags.length === 0) {
    await updatePicture(run.services, run.creators[cast.creator], picture.id, { tags: cast.tags });
  }
  await backdatePicture(run.services, picture.id, { createdAt, isPick: cast.pick === true });
}

async function castAll(run: Run): Promise<void> {
  const { log } = run.services;
  const made: { cast: DemoCast; pictureId: string }[] = [];
  for (const [index, cast] of sourcesFirst(run.casts).entries()) {
    if (run.signal.aborted) return;
    if ((await pictureOf(run, cast.key)) === undefined) await makeCast(run, cast);
    await dress(run, cast);
    const picture = await pictureOf(run, cast.key);
    if (picture !== undefined) made.push({ cast, pictureId: picture.id });
    if ((index + 1) % 10 === 0)
      log.info(`${index + 1} of ${run.casts.length} demonstration pictures`);
  }
  await makeDemoSocial(run.services, run.creators, made);
  log.info(`all ${run.casts.length} demonstration pictures are there`);
}

/**
 * On the first start with an empty embedded database: creators marked as demonstrations and their pictures, cast one
 * after the other in the background by the built-in engine, while the site already answers. A start after a kill goes on
 * where it ended. DEMO_SEED=off and every other database stay empty.
 */
export function startDemoSeed(services: OpenServices, options: DemoOptions = {}): DemoSeed {
  const stopping = new AbortController();
  const { signal } = stopping;
  const seed = async () => {
    if (!services.env.DEMO_SEED || !services.embedded || !(await isWanted(services))) return;
    const { casts = readDemoCasts(), pollMs = 150 } = options;
    const creators = await openCreators(services, casts);
    const { created_at: begun } = await services.db
      .selectFrom("users")
      .select("created_at")
      .where("id", "=", creators.tide.userId)
      .executeTakeFirstOrThrow();
    await castAll({ services, casts, creators, begun, pollMs, signal });
  };
  const done = seed().catch((error: unknown) => {
    if (signal.aborted) return;
    services.log.error(
      { err: error },
      "the demonstration pictures stopped; the next start goes on",
    );
  });
  return {
    done,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
