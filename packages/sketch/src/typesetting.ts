/** Sets words in lines, in the font that is shipped, as outlines on a canvas. */
import { createRequire } from "node:module";
import { GlobalFonts, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { clamp } from "./core/color.ts";

const FONT = "Echoform Sketch Letters";

let isOpen = false;

/** Makes the font known to this thread's canvas, once. */
export function openFont(): void {
  if (isOpen) return;
  const require = createRequire(import.meta.url);
  const file =
    require.resolve("@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2");
  if (!GlobalFonts.registerFromPath(file, FONT)) throw new Error(`${file} cannot be read`);
  isOpen = true;
}

const MOST_LINES = 4;
const LINE_HEIGHT = 1.14;
const PROBE = 100;

const fontOf = (weight: number, size: number): string => `${weight} ${size}px "${FONT}"`;

/** The words in so many lines, none much longer than the others. */
function inLines(words: readonly string[], count: number): string[] {
  const total = words.join(" ").length;
  const lines: string[] = [];
  let line = "";
  for (const [i, word] of words.entries()) {
    const longer = line === "" ? word : `${line} ${word}`;
    const left = count - lines.length;
    const isFull = longer.length > (total / count) * 1.15 && line !== "" && left > 1;
    const mustBreak = words.length - i <= left - 1 && line !== "" && left > 1;
    if (isFull || mustBreak) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

type Set = { lines: string[]; size: number };

/** The lines and the size in which a text fills a box of `w` by `h` pixels best. */
function fit(context: SKRSContext2D, text: string, weight: number, [w, h]: [number, number]): Set {
  const words = text.split(" ");
  context.font = fontOf(weight, PROBE);
  let best: Set = { lines: [text], size: 0 };
  for (let count = 1; count <= Math.min(MOST_LINES, words.length); count++) {
    const lines = inLines(words, count);
    const widest = Math.max(...lines.map((line) => context.measureText(line).width));
    const size = Math.min((w / widest) * PROBE, h / (lines.length * LINE_HEIGHT));
    if (size > best.size) best = { lines, size };
  }
  return best;
}

/** Writes a text into a box around a point. */
export function write(
  context: SKRSContext2D,
  text: string,
  {
    weight,
    colour,
    box,
    at,
  }: { weight: number; colour: string; box: [number, number]; at: [number, number] },
): void {
  const { lines, size } = fit(context, text, weight, box);
  context.font = fontOf(weight, size);
  context.fillStyle = colour;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const step = size * LINE_HEIGHT;
  for (const [i, line] of lines.entries())
    context.fillText(line, at[0], at[1] + (i - (lines.length - 1) / 2) * step);
}

/** Width by height of a text as it is set best on something about twice as wide as high. */
export function aspectOf(text: string): number {
  const context = createCanvas(8, 8).getContext("2d");
  const { lines } = fit(context, text, 700, [200, 100]);
  context.font = fontOf(700, PROBE);
  const widest = Math.max(...lines.map((line) => context.measureText(line).width));
  return clamp(widest / (lines.length * PROBE * LINE_HEIGHT), 0.9, 5);
}
