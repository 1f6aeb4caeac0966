import sharp from "sharp";
import { hostileFiles, pngWith, text } from "../fixtures/metadata-files.ts";
import { oddFiles } from "../fixtures/odd-files.ts";
import { settingsFiles } from "../fixtures/settings-files.ts";

const largest = 3_000_000;

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Whole pictures of all kinds with settings inside, odd files, and files made to do harm. */
export async function seedFiles(): Promise<Buffer[]> {
  const picture = sharp({ create: { width: 90, height: 60, channels: 4, background: "#0f766e" } });
  const xmp = "<x:xmpmeta><echoform:prompt>a lake</echoform:prompt></x:xmpmeta>";
  const exif = { IFD0: { Artist: "Somebody" }, IFD2: { UserComment: "a fox\nSteps: 20, Seed: 7" } };
  const labelled = picture.withXmp(xmp).withExif(exif);
  const made = await Promise.all([
    labelled.clone().jpeg().toBuffer(),
    labelled.clone().png().toBuffer(),
    labelled.clone().webp().toBuffer(),
    labelled.clone().avif({ effort: 0 }).toBuffer(),
  ]);
  const hostile = Object.values(hostileFiles()).filter((bytes) => bytes.length <= 300_000);
  const settings = pngWith([text("parameters", "a fox\nSteps: 20, Seed: 7, Size: 64x64")]);
  const others = [
    ...Object.values(await settingsFiles()),
    ...Object.values(await oddFiles()).map(({ bytes }) => bytes),
  ].filter((bytes) => bytes.length > 0 && bytes.length <= largest);
  return [...made, settings, ...hostile, ...others];
}

/** One of the seeds with some of it changed, cut, doubled, moved or taken from another. */
function mutated(seeds: readonly Buffer[], next: () => number): Buffer {
  const below = (limit: number) => Math.floor(next() * Math.max(1, limit));
  const anySeed = () => seeds[below(seeds.length)];
  let bytes = Buffer.from(anySeed());
  for (let step = 0; step <= below(4); step += 1) {
    const at = below(bytes.length);
    const length = below(Math.min(64, bytes.length - at));
    const piece = bytes.subarray(at, at + length);
    const kind = below(7);
    if (kind === 0) for (let n = 0; n <= below(20); n += 1) bytes[below(bytes.length)] = below(256);
    else if (kind === 1) bytes = bytes.subarray(0, Math.max(1, at));
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
    else if (kind === 3)
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    else if (kind === 4 && bytes.length >= at + 4) bytes.writeUInt32BE(0xffffffff, at);
    else if (kind === 5) bytes = Buffer.concat([bytes.subarray(0, at), anySeed().subarray(at)]);
    else piece.fill(below(256));
    bytes = Buffer.from(bytes);
  }
  return bytes;
}

/** So many files, the same for the same seed; none is empty. */
export async function* mutatedFiles(count: number, seed: number): AsyncGenerator<Buffer> {
  const seeds = await seedFiles();
  const next = numbersFrom(seed);
  for (let made = 0; made < count; made += 1) {
    const bytes = mutated(seeds, next);
    yield bytes.length > 0 ? bytes : Buffer.from([0]);
  }
}
