/**
 * Draws Sketch's contact sheet of prompts that suit it, and a second one of 60 public prompts where their folder is given.
 * `npm run engine:sheet [-- FOLDER [SIDE [PROMPTS [SEED]]]]` writes sheets, single pictures and report.json (per
 * picture: words understood and ignored, milliseconds). SEED chooses the public prompts: one that was not looked at before
 * judges, the others are for work. Read docs/sketch.md beside them.
 */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { drawPublicPrompts } from "./engine-sheet/public-prompts.ts";
import { drawSheet, type SheetPicture } from "./engine-sheet/draw-sheet.ts";
import { SUITED_PROMPTS } from "./engine-sheet/suited-prompts.ts";

const [folder = "build/engine-sheet", side = "1024", prompts, seed = "48"] = process.argv.slice(2);
const options = { folder: path.resolve(folder), side: Number(side) };

function summarise(name: string, pictures: readonly SheetPicture[]): void {
  const times = pictures.map(({ cpuMs }) => cpuMs).toSorted((a, b) => a - b);
  const understood = pictures.filter(({ ignored }) => ignored.length === 0).length;
  console.log(
    `${name}: CPU median ${times[times.length >> 1]} ms, most ${times.at(-1)} ms; every word understood in ${understood} of ${pictures.length}`,
  );
}

await mkdir(options.folder, { recursive: true });
const sheets: Record<string, SheetPicture[]> = {
  suited: await drawSheet("suited", SUITED_PROMPTS, options),
};
if (prompts !== undefined) {
  const folderOfPrompts = pathToFileURL(`${path.resolve(prompts)}/`);
  sheets["public"] = await drawSheet(
    "public",
    await drawPublicPrompts(folderOfPrompts, { count: 60, seed: Number(seed) }),
    options,
  );
}
await writeFile(path.join(options.folder, "report.json"), JSON.stringify(sheets, null, 2));
for (const [name, pictures] of Object.entries(sheets)) summarise(name, pictures);
console.log(`Written to ${options.folder}`);
