/**
 * Marks of provenance over real pictures: whether files of every kind that leave carry a watermark and a signed manifest
 * that a second reader of C2PA accepts, whether their origin is found after they were changed, whether foreign pictures
 * are claimed, and how much a watermark changes a picture.
 * `node tests/bench/suites/marks.ts [--files N] [--foreign N]`; 1,000 of both when left out.
 * Every second picture is stored; the others are the foreign ones, again and again in other parts and turns.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import sharp, { type Sharp } from "sharp";
import { houseAccount } from "../../../db/seed/accounts.ts";
import { readEnv } from "#app/env.ts";
import { verifyPicture } from "#app/features/provenance/commands.ts";
import { insertPicture, makeVariant, storePicture } from "#app/features/pictures/commands.ts";
import { guest } from "#app/lib/actor.ts";
import { openLog } from "#app/lib/log.ts";
import { openServices, type OpenServices } from "#app/open-services.ts";
import { realPictures } from "../../harness/real-pictures.ts";
import { secondReader } from "../../harness/second-reader.ts";

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "1000" },
    foreign: { type: "string", default: "1000" },
    pictures: { type: "string", default: "1000" },
  },
});
const goals = { carries: 1, jpeg60: 0.99, width400: 0.99, crop: 0.9, psnr: 42 };

type Stored = { id: string; source: Buffer; original: Buffer };

async function store(services: OpenServices, files: Buffer[]): Promise<Stored[]> {
  const account = { username: "bench", name: "Bench", bio: "", isDemo: false };
  const ownerId = await houseAccount(services, account);
  const stored: Stored[] = [];
  for (const [index, bytes] of files.entries()) {
    const neural = index % 3 > 0;
    const engine = {
      id: neural ? "imported" : "sketch",
      label: neural ? "Bench" : "Sketch",
      neural,
    };
    const picture = await storePicture(services, {
      bytes,
      keepAs: "jpeg",
      ownerId,
      prompt: "bench",
      engine,
      sourcePictureId: index % 4 === 3 ? stored[index - 1].id : null,
    });
    await services.db.transaction().execute((tx) => insertPicture(tx, picture));
    const file = await services.storage.get(picture.storageKey);
    if (file === null) throw new Error("no original");
    stored.push({ id: picture.id, source: bytes, original: file.bytes });
  }
  return stored;
}

const raw = (image: Sharp) =>
  image.flatten({ background: "#fff" }).toColourspace("srgb").removeAlpha().raw().toBuffer();

/** Decibels between a picture before and after; the JPEG of its original is counted in. */
async function psnrOf({ source, original }: Stored): Promise<number> {
  const before = await sharp(source)
    .autoOrient()
    .flatten({ background: "#fff" })
    .toColourspace("srgb")
    .jpeg({ quality: 92, chromaSubsampling: "4:4:4" })
    .toBuffer();
  const [one, other] = [await raw(sharp(before)), await raw(sharp(original))];
  let squares = 0;
  for (let at = 0; at < one.length; at += 1) squares += (one[at] - other[at]) ** 2;
  return 10 * Math.log10(255 ** 2 / (squares / one.length));
}

/** What leaves: the original, and each size, side and format that addresses may ask for. */
function* filesThatLeave(services: OpenServices, stored: readonly Stored[]) {
  const sizes = [
    [0, 0],
    [300, 0],
    [400, 0],
    [512, 0],
    [600, 0],
    [800, 0],
    [1024, 0],
    [1200, 0],
    [0, 400],
    [512, 512],
  ] as const;
  const formats = ["webp", "jpg", "avif", "png"] as const;
  let turn = 0;
  for (;;) {
    for (const { id, original } of stored) {
      const [width, height] = sizes[turn % sizes.length];
      const format = formats[Math.floor(turn / 3) % formats.length];
      turn += 1;
      if (turn % 8 === 0) yield { id, kind: "original jpg", make: () => Promise.resolve(original) };
      const request = { width, height, quality: 75, format };
      yield {
        id,
        kind: `${width}x${height} ${format}`,
        make: () => makeVariant(services, () => Promise.resolve(original), request),
      };
    }
  }
}

const isOrigin = (found: Awaited<ReturnType<typeof verifyPicture>>, id: string) =>
  found.picture?.id === id && (found.origin === "watermark" || found.origin === "comparison");

async function files(services: OpenServices, stored: readonly Stored[]) {
  const most = Number(values.files);
  const lost: string[] = [];
  let [done, both, read, agreed] = [0, 0, 0, 0];
  for (const { id, kind, make } of filesThatLeave(services, stored)) {
    if (done === most) break;
    const file = await make();
    const found = await verifyPicture(services, guest, file);
    const { manifest } = found;
    const isSigned = typeof manifest === "object" && manifest.isOwn && manifest.state === "intact";
    const isMarked = isOrigin(found, id);
    done += 1;
    both += Number(isSigned && isMarked);
    const second = await secondReader(file);
    // It does not know AVIF.
    const isRead = second !== "unsupported";
    read += Number(isRead);
    agreed += Number(second === "intact");
    if (!isSigned || !isMarked || (isRead && second !== "intact")) {
      const said = typeof manifest === "object" ? manifest.state : manifest;
      lost.push(`${kind}: ${found.origin}, ${said}, second reader: ${second}`);
    }
  }
  return {
    files: done,
    carryBoth: both / done,
    secondReaderAgrees: agreed / read,
    lost: lost.slice(0, 20),
  };
}

const changes: Record<string, (image: Sharp, width: number, height: number) => Sharp> = {
  jpeg60: (image) => image.jpeg({ quality: 60 }),
  width400: (image) =>
    image.resize({ width: 400, height: 400, fit: "inside" }).jpeg({ quality: 75 }),
  crop: (image, width, height) => {
    const [left, top] = [Math.round(width * 0.03), Math.round(height * 0.02)];
    return image
      .extract({ left, top, width: Math.round(width * 0.95), height: Math.round(height * 0.95) })
      .jpeg({ quality: 85 });
  },
};

async function changed(services: OpenServices, stored: readonly Stored[]) {
  const rates: Record<string, number> = {};
  for (const [name, change] of Object.entries(changes)) {
    let found = 0;
    for (const { id, original } of stored) {
      const { width, height } = await sharp(original).metadata();
      const file = await change(sharp(original), width, height).toBuffer();
      found += Number(isOrigin(await verifyPicture(services, guest, file), id));
    }
    rates[name] = found / stored.length;
  }
  return rates;
}

async function foreign(services: OpenServices, sources: readonly Buffer[]) {
  const most = Number(values.foreign);
  let claimed = 0;
  for (let index = 0; index < most; index += 1) {
    const round = Math.floor(index / sources.length);
    let image = sharp(sources[index % sources.length]).flatten({ background: "#fff" });
    if (round % 2 === 1) image = image.flop();
    if (round % 4 > 1) image = image.rotate(90);
    const side = 1024 - 60 * (round % 10);
    const file = await image.resize(side, side, { fit: "cover" }).jpeg({ quality: 90 }).toBuffer();
    const { origin } = await verifyPicture(services, guest, file);
    claimed += Number(origin !== "none");
  }
  return { foreign: most, claimed };
}

if (realPictures === null)
  throw new Error("This benchmark needs the real pictures (REAL_PICTURES)");
const gallery = fileURLToPath(new URL("images/", realPictures));
const names = (await readdir(gallery)).toSorted();
const all = await Promise.all(names.map((name) => readFile(path.join(gallery, name))));
const folder = mkdtempSync(path.join(os.tmpdir(), "echoform-marks-"));
const env = readEnv({ DATA_DIR: folder, LOG_LEVEL: "error", DEMO_SEED: "off", HELPERS: "off" });
const services = await openServices(env, { log: openLog("error"), engines: new Map() });
try {
  const kept = all.filter((_, index) => index % 2 === 0).slice(0, Number(values.pictures));
  const began = performance.now();
  const stored = await store(services, kept);
  const storeMs = Math.round((performance.now() - began) / stored.length);
  const levels: number[] = [];
  for (const picture of stored) levels.push(await psnrOf(picture));
  const rates = await changed(services, stored);
  const leaving = await files(services, stored);
  const strangers = await foreign(
    services,
    all.filter((_, index) => index % 2 === 1),
  );
  const psnr = {
    least: Math.min(...levels),
    mean: levels.reduce((sum, one) => sum + one, 0) / levels.length,
  };
  console.log({ goals, pictures: stored.length, storeMs, psnr, rates, leaving, strangers });
  const isMet =
    psnr.least >= goals.psnr &&
    leaving.carryBoth >= goals.carries &&
    leaving.secondReaderAgrees >= goals.carries &&
    rates.jpeg60 >= goals.jpeg60 &&
    rates.width400 >= goals.width400 &&
    rates.crop >= goals.crop &&
    strangers.claimed === 0;
  if (!isMet) process.exitCode = 1;
} finally {
  await services.close();
  rmSync(folder, { recursive: true, force: true });
}
