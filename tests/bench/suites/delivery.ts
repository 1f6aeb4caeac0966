/**
 * Delivery of pictures: a cold 512 px webp against IPX and against sharp alone at equal options, 60 identical cold
 * requests at once, and a hot picture against a static file of nginx and against Node's own server alone. Every server is alone on one core; what is
 * compared is work per CPU second, which other load on the machine hardly touches.
 */
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { houseAccount } from "../../../db/seed/accounts.ts";
import { readEnv } from "#app/env.ts";
import {
  insertPicture,
  storePicture,
  type StoredPicture,
} from "#app/features/pictures/commands.ts";
import { openLog } from "#app/lib/log.ts";
import { openServices } from "#app/open-services.ts";
import { realPictures } from "../../harness/real-pictures.ts";
import { hammer, hasWrk, keepBusy } from "../support/hammer.ts";
import { costOf, start, startNginx, type Server } from "../support/pinned-servers.ts";

const pictures = 160;
const rounds = 3;

const plainName = (index: number): string => `${String(index).padStart(3, "0")}.jpg`;

/** Real pictures if available, else generated noise. */
async function sources(): Promise<Buffer[]> {
  if (realPictures) {
    const gallery = fileURLToPath(new URL("images/", realPictures));
    const names = (await readdir(gallery)).toSorted().slice(0, pictures);
    return Promise.all(names.map((name) => readFile(path.join(gallery, name))));
  }
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const create = { width: 1024, height: 1024, channels: 3, background: "#888888", noise } as const;
  const draw = () => sharp({ create }).blur(2).png().toBuffer();
  return Promise.all(Array.from({ length: pictures }, draw));
}

/** A data folder with the pictures, none of whose variants is made, and the same originals as plain files. */
async function prepare(folder: string): Promise<StoredPicture[]> {
  const dataDir = path.join(folder, "data");
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: "error", DEMO_SEED: "off", HELPERS: "off" });
  const services = await openServices(env, { log: openLog("error"), engines: new Map() });
  const account = { username: "bench", name: "Bench", bio: "", isDemo: false };
  const ownerId = await houseAccount(services, account);
  const stored: StoredPicture[] = [];
  const plain = path.join(folder, "plain");
  await mkdir(plain);
  for (const [index, bytes] of (await sources()).entries()) {
    const engine = { id: "imported", label: "bench", neural: true };
    const picture = await storePicture(services, {
      bytes,
      keepAs: "jpeg",
      ownerId,
      prompt: "bench",
      engine,
    });
    await services.db.transaction().execute((tx) => insertPicture(tx, picture));
    const original = await services.storage.get(picture.storageKey);
    await writeFile(path.join(plain, plainName(index)), original?.bytes ?? "");
    for await (const key of services.storage.list("variants/")) await services.storage.delete(key);
    stored.push(picture);
  }
  await services.close();
  return stored;
}

async function fetchAll(urls: string[], atOnce: number): Promise<void> {
  const queue = [...urls];
  const take = async () => {
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, take));
}

const round2 = (value: number) => Math.round(value * 100) / 100;
const best = (values: number[]) => Math.max(...values);

/** Pictures a second of the server's core, and a second of its CPU time. */
async function rateOf(server: Server, count: number, work: () => Promise<unknown>) {
  const began = performance.now();
  const cpu = await costOf(server, work);
  return { perSecond: (count * 1000) / (performance.now() - began), perCpuSecond: count / cpu };
}

type Rate = Awaited<ReturnType<typeof rateOf>>;

/** Each picture resized once: what the servers give in a second of the one core that each has to itself. */
async function cold(stored: StoredPicture[], ours: Server, ipx: Server, raw: Server) {
  const share = pictures / (rounds + 1);
  const resize = async (index: number, width: number) => {
    const from = index * share;
    const part = stored.slice(from, from + share);
    const oursUrls = part.map(({ slug }) => `${ours.url}/i/${width}x0/q75/${slug}.webp`);
    const ipxUrls = part.map(
      (_, at) => `${ipx.url}/f_webp,q_75,w_${width}/${plainName(from + at)}`,
    );
    return {
      raw: await rateOf(raw, share, () => fetchAll([`${raw.url}/${from}-${from + share}`], 1)),
      ours: await rateOf(ours, share, () => fetchAll(oursUrls, 4)),
      ipx: await rateOf(ipx, share, () => fetchAll(ipxUrls, 4)),
    };
  };
  // Warms up the JIT: a server that runs has made thousands.
  for (const width of [300, 400, 600]) await resize(rounds, width);
  const rates: Record<"ours" | "ipx" | "raw", Rate>[] = [];
  for (let index = 0; index < rounds; index += 1) rates.push(await resize(index, 512));
  const bestOf = (server: "ours" | "ipx" | "raw", by: keyof Rate) =>
    best(rates.map((rate) => rate[server][by]));
  const compared = (by: keyof Rate) => ({
    ours: round2(bestOf("ours", by)),
    ipx: round2(bestOf("ipx", by)),
    raw: round2(bestOf("raw", by)),
    timesIpx: round2(bestOf("ours", by) / bestOf("ipx", by)),
    timesRaw: round2(bestOf("ours", by) / bestOf("raw", by)),
  });
  return { perSecond: compared("perSecond"), perCpuSecond: compared("perCpuSecond") };
}

/** 60 concurrent requests for the same picture in a new size. */
async function burst(slug: string, ours: Server, ipx: Server) {
  const timed = async (url: string) => {
    const began = performance.now();
    await fetchAll(
      Array.from({ length: 60 }, () => url),
      60,
    );
    return Math.round(performance.now() - began);
  };
  const renders = async () => Number(await (await fetch(`${ours.url}/renders`)).text());
  const before = await renders();
  const oursMs = await timed(`${ours.url}/i/800x0/q75/${slug}.webp`);
  const made = (await renders()) - before;
  const ipxMs = await timed(`${ipx.url}/f_webp,q_75,w_800/000.jpg`);
  return { renders: made, oursMs, ipxMs, timesFaster: round2(ipxMs / oursMs) };
}

/** The variant of about 16 kB among some of the pictures. */
async function hotPath(stored: StoredPicture[], ours: Server): Promise<string> {
  const sized = stored.slice(0, 20).map(async ({ slug }) => {
    const pathname = `/i/512x0/q75/${slug}.webp`;
    const { byteLength } = await (await fetch(ours.url + pathname)).arrayBuffer();
    return { pathname, off: Math.abs(byteLength - 16 * 1024) };
  });
  return (await Promise.all(sized)).toSorted((a, b) => a.off - b.off)[0].pathname;
}

/** The same with a client that keeps each server's core busy, in turns. */
async function keptBusy(pathname: string, ours: Server, nginx: Server) {
  const mine = [];
  const theirs = [];
  for (let index = 0; index < rounds; index += 1) {
    mine.push(await keepBusy(ours, pathname));
    theirs.push(await keepBusy(nginx, "/hot.webp"));
  }
  const rate = best(mine.map((each) => each.perCpuSecond));
  const peer = best(theirs.map((each) => each.perCpuSecond));
  return {
    oursPerCpuSecond: Math.round(rate),
    nginxPerCpuSecond: Math.round(peer),
    timesNginx: round2(rate / peer),
    oursBusy: round2(best(mine.map((each) => each.busy))),
    nginxBusy: round2(best(theirs.map((each) => each.busy))),
  };
}

async function hot(folder: string, stored: StoredPicture[], ours: Server) {
  const pathname = await hotPath(stored, ours);
  const bytes = Buffer.from(await (await fetch(ours.url + pathname)).arrayBuffer());
  const nginx = await startNginx(folder, bytes);
  await writeFile(path.join(folder, "hot.webp"), bytes);
  const node = await start("bare", folder);
  try {
    const mine = [];
    const nodes = [];
    const theirs = [];
    for (let index = 0; index < rounds; index += 1) {
      mine.push(await hammer(ours, pathname));
      nodes.push(await hammer(node, "/hot.webp"));
      if (nginx !== null) theirs.push(await hammer(nginx, "/hot.webp"));
    }
    const rate = best(mine.map((each) => each.perCpuSecond));
    const bare = best(nodes.map((each) => each.perCpuSecond));
    const facts = {
      bytes: bytes.length,
      nodePerCpuSecond: Math.round(bare),
      timesNode: round2(rate / bare),
      oursPerCpuSecond: Math.round(rate),
      oursPerSecond: Math.round(best(mine.map((each) => each.perSecond))),
      oursP99Ms: Math.min(...mine.map((each) => each.p99)),
    };
    if (nginx === null) return { ...facts, nginx: "not installed: no comparison" };
    const peer = best(theirs.map((each) => each.perCpuSecond));
    return {
      ...facts,
      nginxPerCpuSecond: Math.round(peer),
      timesNginx: round2(rate / peer),
      keptBusy: hasWrk() ? await keptBusy(pathname, ours, nginx) : null,
    };
  } finally {
    await node.stop();
    await nginx?.stop();
  }
}

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-delivery-"));
  const running: Server[] = [];
  try {
    await chmod(folder, 0o755);
    const stored = await prepare(folder);
    const plain = path.join(folder, "plain");
    for (const [kind, where] of [
      ["ours", path.join(folder, "data")],
      ["ipx", plain],
      ["raw", plain],
    ]) {
      running.push(await start(kind, where));
    }
    const [ours, ipx, raw] = running;
    const report = {
      cold512Webp: await cold(stored, ours, ipx, raw),
      burst60: await burst(stored[0].slug, ours, ipx),
      hot: await hot(folder, stored, ours),
    };
    console.table([
      {
        figure: "cold, times IPX in pictures a second of one core",
        measured: report.cold512Webp.perSecond.timesIpx,
        goal: 1.7,
      },
      {
        figure: "cold, times sharp alone in pictures a second of one core",
        measured: report.cold512Webp.perSecond.timesRaw,
        goal: 0.8,
      },
      {
        figure: "cold, times sharp alone per CPU second, the database and all threads counted",
        measured: report.cold512Webp.perCpuSecond.timesRaw,
        goal: 0.8,
      },
      {
        figure: "60 identical cold requests, variants made",
        measured: report.burst60.renders,
        goal: 1,
      },
      {
        figure: "60 identical cold requests, times faster than IPX",
        measured: report.burst60.timesFaster,
        goal: 8,
      },
      {
        figure: "hot, times nginx static per CPU second",
        measured: "timesNginx" in report.hot ? report.hot.timesNginx : report.hot.nginx,
        goal: 0.8,
      },
      {
        figure: "the same with both servers' cores kept busy by wrk",
        measured: ("keptBusy" in report.hot && report.hot.keptBusy?.timesNginx) || "not installed",
        goal: 0.8,
      },
      {
        figure: "hot, times Node's own server with the same bytes per CPU second",
        measured: report.hot.timesNode,
        goal: 1,
      },
    ]);
    console.log(JSON.stringify(report, null, 2));
  } finally {
    for (const server of running) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
