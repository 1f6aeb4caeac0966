/** The vector drawings of things, read once per thread when first needed. */
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { DRAWN } from "./drawn/drawn.ts";

/** One drawing: the inside of an SVG of `w` by `h` units. */
export type Drawing = {
  w: number;
  h: number;
  body: string;
  /** Emblems are one shape: its colour, and the colour of the gaps it encloses. */
  ink?: string;
  fill?: string;
};

export type Library = ReadonlyMap<string, Drawing>;

const LIBRARY_FILE = new URL("./library.json.gz", import.meta.url);

let opened: Promise<Library> | undefined;

/** All drawings by key, those made for Sketch among them. Sources and licences: LICENSES.md. */
export function openLibrary(): Promise<Library> {
  opened ??= readLibrary();
  return opened;
}

async function readLibrary(): Promise<Library> {
  const text = await promisify(gunzip)(await readFile(LIBRARY_FILE));
  const packed = JSON.parse(text.toString("utf8")) as Record<string, Drawing>;
  return new Map([...Object.entries(packed), ...DRAWN]);
}
