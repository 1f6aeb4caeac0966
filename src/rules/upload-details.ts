/** What an uploaded picture is called and tagged by what its file says (docs/product.md 2.13). */
import { aspectShape } from "./aspect-shape.ts";
import { colorName } from "./color-name.ts";
import { titleFromPrompt } from "./picture-title.ts";

/** Where a title was found: in the file's metadata, its prompt or its name, or nowhere. */
export const titleSources = ["metadata", "prompt", "file", "nothing"] as const;
export type TitleSource = (typeof titleSources)[number];

export type MadeTitle = { title: string; from: TitleSource };

const untitled = titleFromPrompt("");

/** Words that cameras, programs and people put into names of files, which say nothing of a picture. */
const idle = new Set(
  `copy dall e dalle dsc dscf dscn edit edited export file final flux frame generated gpt grid
  chatgpt comfyui download downloaded edited image images img jpeg jpg mvimg output p pano photo photos picture pic
  png pxl result sample scan screen screenshot sdxl shot snap temp test tmp txt2img img2img unnamed untitled
  upscaled version whatsapp am pm jan feb mar apr may jun jul aug sep oct nov dec am midjourney webp avif`.split(
    /\s+/,
  ),
);

/** Short words that belong to others. */
const small = new Set(
  "a an and as at by de di du el en for il in la le no of on or the to up with".split(" "),
);
/** Those that nothing can begin with. */
const joining = new Set(["and", "as", "by", "for", "of", "or", "to", "with"]);

/** A word of letters that can be said; digests and numbers are none. */
function isWord(word: string): boolean {
  if (/\p{N}/u.test(word)) return false;
  const letters = Array.from(word.replace(/[^\p{L}]/gu, ""));
  if (letters.length === 0) return false;
  // Other scripts write words with few signs, and have other vowels.
  if (!/^[\p{Script=Latin}'’]+$/u.test(word)) return letters.length > 1;
  const plain = word.normalize("NFD").toLowerCase();
  if (idle.has(plain) || small.has(plain)) return true;
  return letters.length > 2 && /[aeiouy]/.test(plain);
}

/** The title that a file's name spells; null where it is no words, as IMG_1234.jpg. */
export function titleFromFileName(name: string): string | null {
  const base = name.replace(/^.*[\\/]/, "").replace(/\.[a-z0-9]{1,5}$/i, "");
  const words = base
    .replace(/([\p{Ll}])([\p{Lu}][\p{Ll}])/gu, "$1 $2")
    .split(/[\s_\-.,+~()[\]{}#@]+/u)
    .filter((word) => word !== "");
  const kept = words.filter(isWord);
  const has = (set: ReadonlySet<string>, word: string) => set.has(word.toLowerCase());
  const isTelling = (word: string) => !has(idle, word) && !has(small, word);
  // A name that is mostly numbers was made by a program.
  if (!kept.some(isTelling) || kept.length * 2 < words.length) return null;
  const isShouted = kept.every((word) => word === word.toUpperCase());
  const from = kept.findIndex((word) => !has(idle, word) && !has(joining, word));
  const text = kept
    .slice(from, kept.findLastIndex(isTelling) + 1)
    .filter((word, at, all) => word.toLowerCase() !== all[at - 1]?.toLowerCase())
    .join(" ");
  return titleFromPrompt(isShouted ? text.toLowerCase() : text);
}

/** Phrases of prompts that ask for quality and say nothing of the picture. */
const praise =
  /^(?:(?:best|high|highest|good|great|amazing|top|ultra|super|very|extremely|insanely|highly|hyper|photo)?[\s-]*(?:quality|detail(?:s|ed)?|realistic|realism|masterpiece|resolution|res|hd|uhd|aesthetic|sharp focus|professional)|(?:4|8|16)k|award[\s-]winning|trending on .*|absurdres|score_\d.*|\d+)$/i;
const framing =
  /^(?:an? )?(?:extreme |medium )?(?:wide|long|full|close|medium)[\s-]?(?:up|shot|body)(?: shot)?$/i;

/** A phrase of a prompt without its weight and marks. */
const plainPhrase = (phrase: string) =>
  phrase
    .replace(/:\s*\d+(?:\.\d+)?(?=\s*\)?\s*$)/, "")
    .replace(/[()[\]{}"]/g, "")
    .replace(/[\s_]+/g, " ")
    .trim();

/** The prompt from the phrase on that first says something of the picture. */
function subjectOf(prompt: string): string {
  const phrases = prompt
    .replace(/<[^<>]*>|\bembedding:\S+/g, " ")
    .split(/[,;\n]/)
    .map(plainPhrase);
  const first = phrases.findIndex(
    (phrase) => phrase !== "" && !praise.test(phrase) && !framing.test(phrase),
  );
  return phrases.slice(Math.max(0, first)).join(", ");
}

/** The title of an upload: of its metadata, else of its prompt, else of its name; never one that is made up. */
export function uploadTitle(found: {
  title?: string | undefined;
  prompt?: string | null | undefined;
  fileName: string;
}): MadeTitle {
  const given = found.title === undefined ? untitled : titleFromPrompt(found.title);
  if (given !== untitled) {
    return { title: found.title?.replace(/\s+/g, " ").trim() ?? given, from: "metadata" };
  }
  const said = titleFromPrompt(subjectOf(found.prompt ?? ""));
  if (said !== untitled) return { title: said, from: "prompt" };
  const named = titleFromFileName(found.fileName);
  if (named !== null && named !== untitled) return { title: named, from: "file" };
  return { title: untitled, from: "nothing" };
}

const mostWords = 3;
const longestTag = 40;
const mostPromptTags = 12;

/** The tags of a prompt that is a list of short phrases; none of one that is written in sentences. */
export function tagsFromPrompt(prompt: string): string[] {
  const phrases = prompt
    .replace(/<[^<>]*>/g, " ")
    .split(/[,;\n]/)
    .map((phrase) => plainPhrase(phrase).toLowerCase())
    .filter((phrase) => phrase !== "");
  const isTag = (phrase: string) =>
    phrase.split(" ").length <= mostWords &&
    Array.from(phrase).length <= longestTag &&
    /\p{L}{2}/u.test(phrase);
  const short = phrases.filter(isTag);
  if (short.length < 3 || short.length * 2 < phrases.length) return [];
  return [...new Set(short.filter((phrase) => !praise.test(phrase)))].slice(0, mostPromptTags);
}

/** Names of the largest colours, each once. */
export function mainColors(colors: readonly string[], most = 3): string[] {
  return [...new Set(colors.map(colorName))].slice(0, most);
}

/** From which score on the classifier is sure that a picture is drawn. */
const drawnFrom = 0.8;

type Seen = {
  prompt: string | null;
  /** Largest share first. */
  colors: readonly string[];
  width: number;
  height: number;
  engine: string | null;
  /** The classifier's score for a drawing; null where it did not look. */
  drawing: number | null;
};

const listed = new Intl.ListFormat("en-GB", { type: "conjunction" });
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Tags and a description from what is known of a picture: its prompt, its colours, its format, what made it. */
export function uploadDetails(seen: Seen): { description: string; tags: string[] } {
  const colors = mainColors(seen.colors);
  const isDrawn = seen.drawing !== null && seen.drawing >= drawnFrom;
  const kind = isDrawn ? "drawing" : "image";
  const format = `${aspectShape(seen.width, seen.height)} ${kind}`;
  const made = seen.engine === null ? "" : ` Made with ${seen.engine}.`;
  return {
    description: `${capital(format)}, mostly ${listed.format(colors)}.${made}`,
    tags: [
      ...new Set([
        ...tagsFromPrompt(seen.prompt ?? ""),
        ...(isDrawn ? ["drawing"] : []),
        ...colors,
      ]),
    ],
  };
}
