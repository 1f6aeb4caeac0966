/**
 * Export, import into a second installation and export again: equal manifests, times, and memory of the worker above
 * rest, with the worker killed and continued. PICTURES=10000 KILLS=5 for the full size. `npm run bench -- exports`
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { extract } from "tar-stream";
import { v7 as uuidv7 } from "uuid";
import { readEnv } from "#app/env.ts";
import { beginImport, receiveChunk, requestExport } from "#app/features/exports/commands.ts";
import { archiveOf, lastImport, readChunks } from "#app/features/exports/queries.ts";
import { insertPicture } from "#app/features/pictures/commands.ts";
import { createInFlight } from "#app/lib/in-flight.ts";
import { openLog } from "#app/lib/log.ts";
import { originalKey } from "#app/rules/picture-files.ts";
import { openServices, type OpenServices } from "#app/open-services.ts";
import { asMember, sha256 } from "#tests/harness/archive.ts";
import { aMember, type TestMember } from "#tests/harness/factories.ts";
import { openChildrenPeak, residentMb } from "../support/process-tree.ts";

const pictures = Number(process.env["PICTURES"] ?? 500);
const kills = Number(process.env["KILLS"] ?? 5);
const goals = { minutes: 5, memoryMb: 200 };

const folders = [0, 1].map(() => mkdtempSync(path.join(os.tmpdir(), "echoform-exports-")));
const sites: OpenServices[] = [];

async function openSite(dataDir: string): Promise<OpenServices> {
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: "error", DEMO_SEED: "off", HELPERS: "off" });
  const site = await openServices(env, { log: openLog("error"), engines: new Map() });
  sites.push(site);
  return site;
}

/** One picture of about 60 kB. @returns its id */
async function aNoise(
  site: OpenServices,
  owner: TestMember,
  n: number,
  sourcePictureId: string | null,
): Promise<string> {
  const noise = { type: "gaussian", mean: 128, sigma: 12 } as const;
  const background = { r: n % 256, g: (n >> 8) % 256, b: 99 };
  const bytes = await sharp({
    create: { width: 384, height: 384, channels: 3, background, noise },
  })
    .jpeg({ quality: 88 })
    .toBuffer();
  const digest = sha256(bytes);
  await site.storage.put(originalKey(digest), bytes);
  const id = uuidv7();
  const slug = `bench-${id}`;
  await site.db.transaction().execute((tx) =>
    insertPicture(tx, {
      id,
      slug,
      filename: `${slug}.jpg`,
      filenameWebp: `${slug}.webp`,
      ownerId: owner.id,
      title: `Noise ${n}`,
      prompt: `noise number ${n}, ${"quiet ".repeat(n % 30)}`,
      promptHidden: n % 7 === 0,
      sourcePictureId,
      license: "cc-by",
      storageKey: originalKey(digest),
      sha256: digest,
      bytes: bytes.length,
      width: 384,
      height: 384,
      hasAlpha: false,
      colors: ["#0f766e", "#115e59", "#134e4a", "#14b8a6", "#ccfbf1"],
      placeholder: "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA",
      createdAt: new Date(Date.UTC(2026, 0, 1) + n * 1_000),
      approved: true,
      status: "ready",
      genMeta: { engine: { id: "sketch", label: "Sketch", neural: false }, seed: n },
      mark: null,
      isPublic: n % 5 !== 0,
      tags: ["noise", `n${n % 50}`],
    }),
  );
  return id;
}

/** Pictures unlike all others; every third one was made from the one before. */
async function fill(site: OpenServices, owner: TestMember): Promise<void> {
  const work = createInFlight(4);
  for (let from = 0; from < pictures; from += 3) {
    await work.begin(async () => {
      let before: string | null = null;
      for (let n = from; n < Math.min(from + 3, pictures); n += 1) {
        before = await aNoise(site, owner, n, n % 3 === 2 ? before : null);
      }
    });
  }
  await work.end();
}

type Table = "exports" | "imports";

/** How much is done, from 0 to 1; the phases of an import are thirds. */
async function shareOf(site: OpenServices, table: Table, id: string): Promise<number> {
  if (table === "exports") {
    const query = site.db.selectFrom("exports").select(["done", "total", "state"]);
    const row = await query.where("id", "=", id).executeTakeFirstOrThrow();
    return row.state === "ready" ? 1 : row.total === 0 ? 0 : row.done / row.total;
  }
  const query = site.db.selectFrom("imports").select(["phase", "done", "total", "state"]);
  const row = await query.where("id", "=", id).executeTakeFirstOrThrow();
  if (row.state !== "running" && row.state !== "queued") return 1;
  const phase = ["check", "store", "book"].indexOf(row.phase ?? "check");
  return (phase + (row.total === 0 ? 0 : row.done / row.total)) / 3;
}

/** MB above rest at the most: the worker with its helpers, and how much of that they had. */
type Above = { sum: number; helpers: number };

/** Runs a worker to the end, killed so many times on the way. */
async function work(site: OpenServices, table: Table, id: string, times: number): Promise<Above> {
  const script = path.join(import.meta.dirname, "../support/export-child.ts");
  const above: Above = { sum: 0, helpers: 0 };
  let killed = 0;
  for (;;) {
    const kind = table === "exports" ? "export" : "import";
    const child = fork(script, [site.env.DATA_DIR, kind, id], {
      stdio: "inherit",
      // As in `npm start`.
      execArgv: ["--max-semi-space-size=8", "--heap-growing-percent=50"],
      env: {
        ...process.env,
        MALLOC_ARENA_MAX: "1",
        MALLOC_TRIM_THRESHOLD_: "131072",
        MALLOC_MMAP_THRESHOLD_: "32768",
      },
    });
    const ended = once(child, "exit");
    await once(child, "message");
    const helpersPeak = openChildrenPeak(child.pid ?? 0);
    const rest = residentMb(child.pid ?? 0).now;
    child.send("go");
    const until = (killed + 1) / (times + 1);
    for (;;) {
      const isOver = await Promise.race([ended.then(() => true), sleep(100, false)]);
      if (isOver) break;
      try {
        const { most } = residentMb(child.pid ?? 0);
        const helpers = helpersPeak();
        const sum = most + helpers - rest;
        // A process that has just ended has no memory any more.
        if (Number.isFinite(sum) && sum > above.sum) Object.assign(above, { sum, helpers });
      } catch {
        // It ended just now.
      }
      if (killed < times && (await shareOf(site, table, id)) >= until) {
        child.kill("SIGKILL");
        await ended;
        break;
      }
    }
    if (child.signalCode !== "SIGKILL") return above;
    killed += 1;
    // As if the time had passed after which another worker takes over.
    await site.db
      .updateTable(table as "exports")
      .set({ seen_at: new Date(Date.now() - 120_000) })
      .where("id", "=", id)
      .execute();
  }
}

async function manifestOf(site: OpenServices, member: TestMember, id: string): Promise<string> {
  const { file } = await archiveOf(site.db, member.id, id);
  const parts = extract();
  Readable.from(readChunks(site.storage, file)).pipe(parts);
  for await (const entry of parts) {
    const pieces = await Array.fromAsync(entry as AsyncIterable<Buffer>);
    if (entry.header.name === "manifest-sha256.txt") return Buffer.concat(pieces).toString();
  }
  throw new Error("the archive has no manifest");
}

const seconds = (from: number) => Math.round((performance.now() - from) / 100) / 10;

let isMet = false;
try {
  const [here, there] = [await openSite(folders[0] ?? ""), await openSite(folders[1] ?? "")];
  const author = await aMember(here);
  const filling = performance.now();
  await fill(here, author);
  console.log(`${pictures} pictures made in ${seconds(filling)} s`);

  const table: Record<string, { seconds: number; "MB above rest": number; "of helpers": number }> =
    {};
  const note = (part: string, { sum, helpers }: Above) => {
    table[part] = {
      seconds: seconds(at),
      "MB above rest": Math.round(sum),
      "of helpers": Math.round(helpers),
    };
  };
  const begun = performance.now();
  const first = await requestExport(here, asMember(author));
  let at = performance.now();
  note("export", await work(here, "exports", first.id, kills));

  const reader = await aMember(there, { columns: { username: author.username } });
  const { file } = await archiveOf(here.db, author.id, first.id);
  const { id, chunk } = await beginImport(there, asMember(reader), { size: file.size });
  at = performance.now();
  for (let from = 0; from < file.size; from += chunk) {
    const part = { start: from, end: Math.min(from + chunk, file.size) - 1 };
    const pieces = await Array.fromAsync(readChunks(here.storage, file, part));
    await receiveChunk(there, asMember(reader), { id, from }, Buffer.concat(pieces));
  }
  note("upload", { sum: 0, helpers: 0 });
  at = performance.now();
  note("import", await work(there, "imports", id, kills));
  console.log(JSON.stringify(await lastImport(there.db, reader.id)));

  const second = await requestExport(there, asMember(reader));
  at = performance.now();
  note("export again", await work(there, "exports", second.id, 0));
  const total = seconds(begun);

  console.table(table);
  const manifests = [
    await manifestOf(here, author, first.id),
    await manifestOf(there, reader, second.id),
  ];
  const isEqual = manifests[0] === manifests[1];
  const most = Math.max(...Object.values(table).map((row) => row["MB above rest"]));
  console.log(
    `${(file.size / 1e6).toFixed(0)} MB, ${kills} kills each; manifests of ${manifests[0]?.split("\n").length ?? 0} lines: ${isEqual ? "equal" : "NOT EQUAL"}`,
  );
  console.log(
    `${total} s in all (goal ${goals.minutes * 60}), ${most} MB above rest (goal ${goals.memoryMb})`,
  );
  isMet = isEqual && most <= goals.memoryMb && total <= goals.minutes * 60;
} finally {
  for (const site of sites.toReversed()) await site.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
process.exit(isMet ? 0 : 1);
