/** Decides which scene a prompt describes. */
import type { Rng } from "../core/rng.ts";
import type { SceneName } from "../types.ts";
import { findAll, lengthAt, lexicon, mentions } from "./lexicon.ts";
import { isPerson } from "./people.ts";
import { claim, type Reading } from "./reading.ts";
import { SCENE_VOTES, type VotedScene } from "./scene-words.ts";
import * as weather from "./weather-words.ts";
import { solidOf } from "../scenes/still-life-kinds.ts";
import type { FoundSubject } from "./subject-words.ts";

/** Added per further word of a row already counted. */
const REPEAT_WEIGHT = 0.4;
/** Added for naming the scene at the very start of the prompt, fading to nothing at its end. */
const EARLY_WEIGHT = 0.35;

/** Weaker words only hint at a scene; they count as understood where something draws them. */
const CLAIM_WEIGHT = 2;

const PERSON = lexicon(
  "woman | man | girl | boy | lady | queen | person | goddess | god | princess | king | warrior | geisha | model | double exposure | headshot* | profile of",
);
const FIELD_OF_FLOWERS = lexicon(
  `bed of | beds of | row of | rows of | sea of | carpet of | field of | fields of | meadow of | meadow with | meadow full | hills of | hills with | valley of | valley full | forest of |
  field with | fields with | field full | garden of | garden full | wildflower* | lavender field* | flower field* | flower meadow* |
  tulip field* | poppy field* | sunflower field*`,
);
const CUT_FLOWERS = lexicon("bouquet* | still life | botanical* | vase*");
const TREES_IN_BLOOM = lexicon(
  `blossom tree* | blossom trees | blossoming tree* | maple tree* | cherry tree* | sakura tree* | willow tree* | oak tree* |
  birch tree* | trees in bloom | trees in blossom | tree in bloom | orchard*`,
);
const FEELING = lexicon(
  `love | calm | peace | hope | dream | dreams | joy | memory | memories | time | silence | chaos | energy | music | soul |
  emotion* | feeling* | idea* | thought* | happiness | sadness | anger | harmony`,
);

const SKY = lexicon("sky | skies");
const WEATHERS = [SKY, weather.WINTER, weather.AUTUMN, weather.FOG, weather.RAIN, weather.SNOWFALL];

const ABSTRACT = lexicon("abstract*");
const ROOFS = lexicon("roofs");

/** Animals that make a picture an open landscape rather than a wood. */
const OPEN_LAND_ANIMALS = new Set(
  "dragon eagle lion elephant giraffe zebra camel two-hump-camel horse bison sauropod t-rex mammoth cactus cow ox goat ewe".split(
    " ",
  ),
);

const INDOOR_GROUPS: ReadonlySet<string> = new Set(["food", "things", "household"]);
const OUTDOOR_GROUPS: ReadonlySet<string> = new Set([
  "buildings",
  "landmarks",
  "vehicles",
  "street",
]);

export type SceneChoice = { scene: SceneName; guessed: boolean; scores: Scores };
export type Scores = Partial<Record<VotedScene, number>>;

/** The scene of a prompt; its words count as understood. Draws from `rng` only where words leave it open. */
export function chooseScene(
  reading: Reading,
  subjects: readonly FoundSubject[],
  rng: Rng,
): SceneChoice {
  const scores = vote(reading);
  const ranked = (Object.keys(scores) as VotedScene[]).toSorted((a, b) => scores[b]! - scores[a]!);
  const voted = amend(reading, subjects, scores, ranked, rng);
  const scene = voted ?? sceneOfSubjects(subjects, rng);
  if (scene) {
    claimScene(reading, scene);
    return { scene, guessed: false, scores };
  }
  // Words of weather, season and sky alone are a landscape in it.
  if (WEATHERS.some((words) => mentions(reading, words))) {
    return { scene: "landscape", guessed: true, scores };
  }
  const feeling = mentions(reading, FEELING);
  const guess = feeling || rng() >= 0.6 ? "abstract" : "landscape";
  if (feeling) findAll(reading, FEELING).forEach((match) => claim(reading, match));
  return { scene: guess, guessed: true, scores };
}

/** Points per scene. At each word only the longest phrases count: "deep sea" is not also "sea". */
function vote(reading: Reading): Scores {
  const scores: Scores = {};
  const hits = SCENE_VOTES.map(() => 0);
  const count = Math.max(1, reading.words.length);
  for (let at = 0; at < reading.words.length;) {
    const lengths = SCENE_VOTES.map(({ words }) => lengthAt(reading, words, at));
    const longest = Math.max(...lengths);
    for (const [row, length] of lengths.entries()) {
      if (length === 0 || length < longest) continue;
      const { scene, weight } = SCENE_VOTES[row];
      const points = hits[row] === 0 ? weight : REPEAT_WEIGHT;
      const early = scores[scene] === undefined ? EARLY_WEIGHT * (1 - at / count) : 0;
      scores[scene] = (scores[scene] ?? 0) + points + early;
      hits[row]++;
    }
    at += Math.max(1, longest);
  }
  return scores;
}

/** The rules that words alone get wrong. */
function amend(
  reading: Reading,
  subjects: readonly FoundSubject[],
  scores: Scores,
  ranked: readonly VotedScene[],
  rng: Rng,
): SceneName | undefined {
  let scene: SceneName | undefined = ranked[0];
  const main = subjects[0];
  // "Geometric" and "pattern" alone only describe a thing that is named.
  if (scene === "abstract" && scores.abstract! < CLAIM_WEIGHT && main) scene = ranked[1];
  // "A marble column" is a column.
  if (
    scene === "abstract" &&
    subjects.some(({ group }) => group === "solids") &&
    !mentions(reading, ABSTRACT)
  ) {
    scene = "still-life";
  }
  // Houses with red roofs are houses.
  if (
    scene === "city" &&
    scores.city! < CLAIM_WEIGHT &&
    main?.group === "buildings" &&
    mentions(reading, ROOFS)
  )
    scene = ranked[1];
  // A sphere in a room is a still life.
  if (scene === "interior" && main && subjects.every(({ id }) => solidOf(id))) scene = "still-life";
  if (scene === "still-life") {
    if (scores.botanical) scene = "botanical";
    else if (subjects.some(({ id }) => !solidOf(id))) scene = "studio";
  }
  // A silhouette shows no lion and no robot: these sit for a painter, or stand where the prompt says.
  if (scene === "portrait" && main && !mentions(reading, PERSON) && !subjects.some(isPerson)) {
    scene = ranked[1] ?? (main.group === "people" || isAnimal(main) ? "studio" : undefined);
  }
  if (scene === "botanical") {
    const outside =
      (scores.landscape ?? 0) ? "landscape" : (scores.forest ?? 0) ? "forest" : undefined;
    if (mentions(reading, TREES_IN_BLOOM)) scene = rng.chance(0.5) ? "forest" : "landscape";
    else if (outside && mentions(reading, FIELD_OF_FLOWERS)) scene = outside;
    else if (isAnimal(main) && !mentions(reading, CUT_FLOWERS)) scene = "flowerfield";
  }
  const seaLife = subjects.some(({ group, id }) => group === "swimmers" || id === "seal");
  const elsewhere = scores.ocean ?? scores.space ?? scores.city ?? scores.landscape;
  const alone = scene === undefined || scene === "underwater";
  return seaLife && alone && elsewhere === undefined ? "underwater" : scene;
}

function sceneOfSubjects(subjects: readonly FoundSubject[], rng: Rng): SceneName | undefined {
  const main = subjects[0];
  if (!main) return undefined;
  if (subjects.every(({ id }) => solidOf(id))) return "still-life";
  if (INDOOR_GROUPS.has(main.group) || isPerson(main)) {
    const outside = subjects.find(({ group }) => OUTDOOR_GROUPS.has(group));
    return outside ? "landscape" : "studio";
  }
  if (main.group === "solids") return sceneOfSubjects(subjects.slice(1), rng);
  if (main.group === "vessels") return "ocean";
  const hasBuilding = subjects.some(({ group }) => group === "buildings");
  const openLand = hasBuilding || subjects.some(({ id }) => OPEN_LAND_ANIMALS.has(id));
  return isAnimal(main) && !openLand && rng.chance(0.5) ? "forest" : "landscape";
}

function isAnimal(subject: FoundSubject | undefined): boolean {
  return (
    subject !== undefined && ["animals", "flyers", "floaters", "swimmers"].includes(subject.group)
  );
}

/** Counts the words that name a scene as understood. */
export function claimScene(reading: Reading, scene: SceneName): void {
  const kinds = scene === "flowerfield" ? ["landscape", "botanical"] : [scene];
  for (const { scene: voted, words, weight } of SCENE_VOTES) {
    if (!kinds.includes(voted) || weight < CLAIM_WEIGHT) continue;
    for (const match of findAll(reading, words)) claim(reading, match);
  }
}
