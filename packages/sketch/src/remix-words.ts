/** Which words change a remix: of hour, weather, colour, medium and camera, none of scenes and things. */
import { isDry } from "./finishes/dry.ts";
import { coverage, type Coverage } from "./prompt/coverage.ts";
import { readEffects, withNegativeNotes } from "./prompt/effects.ts";
import { readDenials } from "./prompt/negatives.ts";
import type { Note } from "./prompt/notes.ts";
import { readWords, type Reading } from "./prompt/reading.ts";
import { kitCoverage, withKitWords } from "./prompt/style-kit.ts";
import { MORPH_FROM } from "./remix-morph.ts";
import { remixDescription, wishesIn, type Wishes } from "./remix-wishes.ts";
import { skyPresets } from "./sky-presets.ts";
import type { SceneName, SceneSpec, StyleKit } from "./types.ts";

/** Read as if of this scene, whatever is named: words that matter then matter for themselves. */
const ANY_SCENE: SceneName = "landscape";
/** Up to this strength no medium is seen. */
export const MEDIUM_FROM = 0.1;

type Words = Coverage & { notes: Note[] };

type Request = {
  prompt: string;
  negative: string;
  seed: number;
  styleKit?: StyleKit;
  /** 0 keeps the source. */
  strength: number;
};

/** The parts of a remix that are seen at a strength. */
function changesOf(wishes: Wishes, strength: number): object {
  if (strength <= 0) return {};
  const { spec } = wishes;
  const { skyTint, lens, shallow, surfaceLook, noGrain, colorPencil } = spec;
  const { finish, stars, sky } = wishes;
  const medium = strength > MEDIUM_FROM ? finish : null;
  return {
    ...wishes,
    spec: undefined,
    own: undefined,
    missing: undefined,
    added: strength >= MORPH_FROM ? wishes.added : null,
    finish: medium,
    colorPencil: medium === "pencil" && colorPencil === true,
    stars: stars && sky !== null && Boolean(skyPresets[sky].night),
    skyTint,
    camera: spec.camera === "level" ? null : spec.camera,
    lens,
    shallow,
    surfaceLook,
    noGrain: noGrain && !isDry(medium),
  };
}

/**
 * Sorts the words of a prompt by what they do to a remix that is not drawn anew. A word counts as understood where the
 * remix is another one without it, both as it is read and as if no scene or thing were named.
 */
export function readRemixWords(request: Request): Words {
  const { prompt, seed, strength } = request;
  const reading = readWords(prompt);
  const negative = readWords(request.negative);
  const changesAs = (forcedScene?: SceneName) => {
    const description = remixDescription(prompt, request.negative, { seed, kit: request.styleKit });
    const wishes = (again: Reading, left: Reading) =>
      wishesIn(again, { ...description, negative: left, forcedScene });
    const changes = (again: Reading, left: Reading) => changesOf(wishes(again, left), strength);
    const { missing } = wishes(reading, negative);
    return { ...description, missing, changes };
  };
  const [inScene, alone] = [changesAs(), changesAs(ANY_SCENE)];
  const [seen, own] = [inScene, alone].map(({ changes }) =>
    readEffects(reading, seed, (again) => changes(again, negative), []),
  );
  const understood = own.understood.filter((phrase) => seen.understood.includes(phrase));
  const denied = [...seen.notes, ...own.notes].filter(({ kind }) => kind === "not-avoided");
  const notes = withNegativeNotes(denied, negative, seed, (left) =>
    alone.changes(readDenials(readWords(prompt), left).asked, left),
  );
  const listed = new Set(understood.flatMap((phrase) => phrase.split(" ")));
  for (const note of denied) if ("words" in note) note.words.forEach((word) => listed.add(word));
  const every = coverage({ ...reading, claimOf: reading.claimOf.map(() => -1) }).ignored;
  const ignored = every.filter((word) => !listed.has(word));
  const likened: ReadonlyMap<string, { name: string }> = alone.likened ?? new Map();
  const addedNotes: Note[] = [
    ...[...likened]
      .filter(([word]) => understood.includes(word))
      .map(([word, { name }]): Note => ({ kind: "likened", word, drawn: name })),
    ...(alone.missing.length > 0 ? [{ kind: "unknown" as const, words: alone.missing }] : []),
  ];
  const kit = kitCoverage(alone.kit);
  const seenOfKit =
    strength > 0 ? kit : { understood: [], ignored: [...kit.understood, ...kit.ignored] };
  return {
    ...withKitWords(
      { understood: understood.filter((word) => !likened.has(word)), ignored },
      seenOfKit,
    ),
    notes: [...addedNotes, ...notes],
  };
}

/** The words of a source that goes on into a scene or turns into one: the scene is seen, and so are the changes. */
export function withSceneWords(spec: SceneSpec, changes: Words): Words {
  const understood = [...new Set([...spec.understood, ...changes.understood])];
  const words = new Set(understood.flatMap((phrase) => phrase.split(" ")));
  return {
    understood,
    ignored: spec.ignored.filter((word) => !words.has(word)),
    notes: [...spec.notes, ...changes.notes.filter(({ kind }) => kind === "unknown")],
  };
}
