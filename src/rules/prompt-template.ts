/** Alternatives and lists in a prompt: how the text is read (docs/product.md 4.18). Nothing is drawn here. */
import { t } from "#app/language/message.ts";

/** One of several texts, each as likely as its weight says. */
export type Choice = {
  options: readonly { weight: number; parts: readonly Part[] }[];
  /** Where it stands in the prompt: code units from its first to after its last. */
  at: number;
  end: number;
};
/** A list of the member's own, as `__name__`. */
type ListName = { list: string; at: number; end: number };
export type Part = string | Choice | ListName;

/** What is wrong with a prompt, and where: the code unit at which it begins. */
export type TemplateFault = { code: TemplateFaultCode; at: number; message: string };
type TemplateFaultCode =
  | "unclosed"
  | "weight"
  | "several"
  | "list"
  | "loop"
  | "too-many"
  | "empty"
  | "too-long";

export const templateLimits = {
  /** Alternatives of a prompt, with those of the lists that it names. */
  options: 5_000,
  /** Lists that name lists that name lists. */
  depth: 8,
  /** Of one alternative, from `min` to `max`. */
  weight: { min: 0.001, max: 1_000 },
} as const;

/** Limits of lists of one's own. */
export const listLimits = { name: 40, words: 200, word: 200, lists: 50 } as const;

/** Letters and digits of any language, with single `_` and `-` between them. */
export const listName = /^[\p{L}\p{N}\p{M}]+(?:[-_][\p{L}\p{N}\p{M}]+)*$/u;
const listHere = /__([\p{L}\p{N}\p{M}]+(?:[-_][\p{L}\p{N}\p{M}]+)*)__/uy;
const weightHere = /^\s*([^\s:]*)\s*::/;
const severalHere = /^\s*(?:\d+|\d*-\d*)\$\$/;

/** Names of lists are the same in capitals. */
export const sameName = (name: string): string => name.normalize("NFC").toLowerCase();

/** A few words from a place on, for a message about it. */
function wordsAt(text: string, at: number): string {
  const rest = Array.from(text.slice(at, at + 60));
  return rest.length > 24 ? `${rest.slice(0, 24).join("")}…` : rest.join("");
}

/** A fault with a message that names its place. */
export function faultAt(
  code: TemplateFaultCode,
  text: string,
  at: number,
  reason: string,
): TemplateFault {
  const place = Array.from(text.slice(0, at)).length + 1;
  return { code, at, message: t`${reason} At character ${place}: “${wordsAt(text, at)}”.` };
}

class Faulty extends Error {
  readonly fault: TemplateFault;
  constructor(fault: TemplateFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Adds a part; texts that follow each other become one. */
function push(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part;
  else if (part !== "") parts.push(part);
}

type Group = { options: { parts: Part[]; from: number }[]; end: number; isClosed: boolean };

class Reader {
  readonly text: string;
  at = 0;
  constructor(text: string) {
    this.text = text;
  }

  /** Reads one part; a stray `|` or `}` outside braces is text. */
  one(parts: Part[]): void {
    const { text, at } = this;
    const sign = text[at];
    if (sign === "\\" && /[\\{}|_]/.test(text[at + 1] ?? "")) {
      push(parts, text[at + 1]);
      this.at += 2;
      return;
    }
    if (sign === "{") return this.braces(parts);
    listHere.lastIndex = at;
    const named = sign === "_" ? listHere.exec(text) : null;
    if (named) {
      this.at = listHere.lastIndex;
      push(parts, { list: sameName(named[1]), at, end: this.at });
      return;
    }
    push(parts, sign);
    this.at += 1;
  }

  /** What is between braces, split at the bars. */
  group(): Group {
    const options: Group["options"] = [{ parts: [], from: this.at }];
    while (this.at < this.text.length) {
      const sign = this.text[this.at];
      const current = options[options.length - 1];
      if (sign === "}") {
        this.at += 1;
        return { options, end: this.at, isClosed: true };
      }
      if (sign === "|") {
        this.at += 1;
        options.push({ parts: [], from: this.at });
      } else this.one(current.parts);
    }
    return { options, end: this.at, isClosed: false };
  }

  /** Braces with a bar are alternatives; others are text, as they were before there were alternatives. */
  braces(parts: Part[]): void {
    const from = this.at;
    this.at += 1;
    const { options, end, isClosed } = this.group();
    if (options.length === 1) {
      push(parts, "{");
      for (const part of options[0].parts) push(parts, part);
      if (isClosed) push(parts, "}");
      return;
    }
    if (!isClosed) {
      const reason = t`A brace is opened and not closed.`;
      throw new Faulty(faultAt("unclosed", this.text, from, reason));
    }
    if (severalHere.test(this.text.slice(options[0].from, end))) {
      const reason = t`Several alternatives at once, as by $$, are not offered.`;
      throw new Faulty(faultAt("several", this.text, from, reason));
    }
    push(parts, { options: options.map((option) => this.weighted(option)), at: from, end });
  }

  /** An option with the weight that stands before it, as in `{3::often|seldom}`. */
  weighted({ parts, from }: Group["options"][number]): Choice["options"][number] {
    const [first, ...rest] = parts;
    const found = typeof first === "string" ? weightHere.exec(first) : null;
    if (typeof first !== "string" || found === null) return { weight: 1, parts };
    const weight = /^(?:\d+\.?\d*|\.\d+)$/.test(found[1]) ? Number(found[1]) : Number.NaN;
    const { min, max } = templateLimits.weight;
    if (!(weight >= min && weight <= max)) {
      const reason = t`A weight before :: must be a number from ${min} to ${max}.`;
      throw new Faulty(faultAt("weight", this.text, from, reason));
    }
    const left = first.slice(found[0].length);
    return { weight, parts: left === "" ? rest : [left, ...rest] };
  }
}

/** The parts of a prompt, or what is wrong with it. */
export function readTemplate(text: string): { parts: Part[] } | { fault: TemplateFault } {
  const reader = new Reader(text);
  const parts: Part[] = [];
  try {
    while (reader.at < text.length) reader.one(parts);
    return { parts };
  } catch (error) {
    if (error instanceof Faulty) return { fault: error.fault };
    throw error;
  }
}

/** Whether something is drawn when a prompt is cast; a prompt with a fault is said to, so that the fault is told. */
export function isTemplate(text: string): boolean {
  const read = readTemplate(text);
  return "fault" in read || read.parts.some((part) => typeof part !== "string");
}

/** Names of the lists that stand in a text, also within its alternatives. */
export function listsIn(text: string): string[] {
  const read = readTemplate(text);
  const found = new Set<string>();
  const visit = (parts: readonly Part[]) => {
    for (const part of parts) {
      if (typeof part === "string") continue;
      if ("list" in part) found.add(part.list);
      else for (const option of part.options) visit(option.parts);
    }
  };
  if ("parts" in read) visit(read.parts);
  return [...found];
}

/** A text written so that it is read as exactly itself, e.g. the prompt of a cast from before there were alternatives. */
export function escapeTemplate(text: string): string {
  const read = readTemplate(text);
  if ("parts" in read && read.parts.every((part) => typeof part === "string")) {
    if (read.parts.join("") === text) return text;
  }
  return text.replaceAll(/[\\{}|]|_(?=_)/g, String.raw`\$&`);
}
