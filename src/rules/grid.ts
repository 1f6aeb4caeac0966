/** Grids: one or two things that vary over rows and columns, and what the pictures cost (docs/product.md 4.19). */
import { t } from "#app/language/message.ts";
import type { Aspect } from "./aspects.ts";
import type { CastQuality } from "./cast-limits.ts";
import { castCost, type CastPrice } from "./credit-costs.ts";
import type { Params, ParamValue } from "./engine-params.ts";
import { combination, templateOf, type WordLists } from "./prompt-expansion.ts";
import { readTemplate } from "./prompt-template.ts";

export const gridLimits = {
  /** Values of a row or a column. */
  values: 12,
  /** Pictures. */
  cells: 64,
  /** Pictures of all grids of a member that wait; apart from the casts that may. */
  waiting: 128,
} as const;

/** What varies along the columns or the rows. */
export type GridAxis =
  /** The place in the prompt with alternatives or a list, from 0; each of its texts is a value. */
  | { by: "words"; place: number }
  | { by: "seed"; values: readonly number[] }
  | { by: "model"; values: readonly { engine: string; model: string }[] }
  | { by: "aspect"; values: readonly Aspect[] }
  | { by: "quality"; values: readonly CastQuality[] }
  | { by: "strength"; values: readonly number[] }
  /** Ids of style kits; an empty one for none. */
  | { by: "kit"; values: readonly string[] }
  | { by: "param"; id: string; values: readonly ParamValue[] };

/** The settings that a grid varies; others are the same for all of its pictures. */
export type GridBase = {
  prompt: string;
  seed?: number;
  engine?: string;
  model?: string;
  aspect?: Aspect;
  quality?: CastQuality;
  strength?: number;
  styleKit?: string;
  params?: Params;
};
export type GridAxes = { columns: GridAxis; rows?: GridAxis };
export type GridSide = keyof GridAxes;

/** One picture of a grid, with its place from 0. */
export type GridCell<Base extends GridBase = GridBase> = {
  column: number;
  row: number;
  settings: Base;
};

type GridFault = { side: GridSide; message: string };

/** A place of a prompt whose texts a side can have. */
export type WordPlace = { at: number; end: number; texts: readonly string[] };

const verbatim = (text: string) => text.replaceAll(/[\\{}|_]/g, String.raw`\$&`);

/** The places of a prompt with alternatives or lists, outermost ones alone; none where it cannot be read. */
export function wordPlaces(prompt: string, lists: WordLists): WordPlace[] {
  const read = readTemplate(prompt);
  if ("fault" in read) return [];
  return read.parts.flatMap((part): WordPlace[] => {
    if (typeof part === "string") return [];
    const { at, end } = part;
    const template = templateOf(prompt.slice(at, end), lists);
    if ("fault" in template) return [];
    // One more than fit tells that there are too many.
    const ways = Math.min(template.combinations, gridLimits.values + 1);
    const texts = Array.from({ length: ways }, (_, index) => combination(template, index));
    return [{ at, end, texts: [...new Set(texts)] }];
  });
}

/** The prompt with words in the place of alternatives; later places first, so that the others stay where they are. */
function withWords(prompt: string, chosen: readonly { place: WordPlace; text: string }[]): string {
  return chosen
    .toSorted((a, b) => b.place.at - a.place.at)
    .reduce(
      (text, { place, text: words }) =>
        text.slice(0, place.at) + verbatim(words) + text.slice(place.end),
      prompt,
    );
}

/** What an axis varies, as two axes may not vary the same. */
const subjectOf = (axis: GridAxis): string =>
  axis.by === "param" ? `param ${axis.id}` : axis.by === "words" ? `words ${axis.place}` : axis.by;

/** The values of an axis; those of words are their texts. */
export function axisValues(axis: GridAxis, places: readonly WordPlace[]): readonly unknown[] {
  return axis.by === "words" ? (places[axis.place]?.texts ?? []) : axis.values;
}

function faultOf(side: GridSide, axis: GridAxis, places: readonly WordPlace[]): GridFault | null {
  const values = axisValues(axis, places);
  const most = gridLimits.values;
  if (axis.by === "words" && places[axis.place] === undefined) {
    return { side, message: t`There are no alternatives at this place of the prompt` };
  }
  if (values.length === 0) return { side, message: t`Name at least one value` };
  if (values.length > most) return { side, message: t`At most ${most} values fit` };
  if (new Set(values.map((value) => JSON.stringify(value))).size < values.length) {
    return { side, message: t`A value stands there twice` };
  }
  return null;
}

/** The settings of a cell: those of the base with the values of its column and its row. */
function settingsOf<Base extends GridBase>(
  base: Base,
  chosen: readonly { axis: GridAxis; index: number }[],
  places: readonly WordPlace[],
): Base {
  const words: { place: WordPlace; text: string }[] = [];
  let settings: Base = base;
  for (const { axis, index } of chosen) {
    switch (axis.by) {
      case "words": {
        const place = places[axis.place];
        words.push({ place, text: place.texts[index] });
        break;
      }
      case "model":
        settings = { ...settings, ...axis.values[index] };
        break;
      case "kit": {
        const { styleKit: _, ...others } = settings;
        const kit = axis.values[index];
        settings = { ...others, ...(kit !== "" && { styleKit: kit }) } as Base;
        break;
      }
      case "param":
        settings = { ...settings, params: { ...settings.params, [axis.id]: axis.values[index] } };
        break;
      default:
        settings = { ...settings, [axis.by]: axis.values[index] };
    }
  }
  return words.length === 0 ? settings : { ...settings, prompt: withWords(base.prompt, words) };
}

/** All pictures of a grid, row by row, or what is wrong with it. */
export function gridCells<Base extends GridBase>(
  base: Base,
  { columns, rows }: GridAxes,
  lists: WordLists,
): { cells: GridCell<Base>[] } | { fault: GridFault } {
  const places = wordPlaces(base.prompt, lists);
  const fault = faultOf("columns", columns, places) ?? (rows && faultOf("rows", rows, places));
  if (fault) return { fault };
  if (rows && subjectOf(rows) === subjectOf(columns)) {
    return { fault: { side: "rows", message: t`Rows and columns vary the same` } };
  }
  const across = axisValues(columns, places).length;
  const down = rows ? axisValues(rows, places).length : 1;
  if (across * down > gridLimits.cells) {
    const message = t`${across * down} pictures are too many: a grid has at most ${gridLimits.cells}`;
    return { fault: { side: rows ? "rows" : "columns", message } };
  }
  const cells = Array.from({ length: across * down }, (_, number): GridCell<Base> => {
    const [column, row] = [number % across, Math.floor(number / across)];
    const chosen = [
      { axis: columns, index: column },
      ...(rows ? [{ axis: rows, index: row }] : []),
    ];
    return { column, row, settings: settingsOf(base, chosen, places) };
  });
  return { cells };
}

/** Pictures and credits, as they are shown before the press and charged after it. */
export type GridQuote = { pictures: number; credits: number };

/** What a grid costs: the sum of its pictures, each at the price of a cast of its own. Browser and server share it. */
export function gridQuote(prices: readonly CastPrice[]): GridQuote {
  return {
    pictures: prices.length,
    credits: prices.reduce((sum, price) => sum + castCost({ ...price, count: 1 }), 0),
  };
}

/**
 * Numbers as they are typed: "20, 30, 40", or a range with a step, "20-40:10" (a step of 1 may be left out).
 * @returns null for what is no such list; at most one more than fit on a side
 */
export function typedNumbers(typed: string): number[] | null {
  const number = String.raw`[+-]?(?:\d+(?:\.\d+)?|\.\d+)`;
  const range = new RegExp(
    String.raw`^(${number})\s*(?:-|–|\.\.)\s*(${number})(?:\s*:\s*(${number}))?$`,
  );
  const values: number[] = [];
  for (const part of typed.split(/[,;\n]/).map((each) => each.trim())) {
    if (part === "") continue;
    const found = range.exec(part);
    if (found === null) {
      if (!new RegExp(`^${number}$`).test(part)) return null;
      values.push(Number(part));
      continue;
    }
    const [from, to, step] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 1)];
    if (!(step > 0) || to < from) return null;
    for (let n = 0; from + n * step <= to + step * 1e-9; n += 1) {
      if (values.length > gridLimits.values) return values;
      values.push(Number((from + n * step).toFixed(6)));
    }
  }
  return values;
}
