/** The words Sketch's parts share: what a prompt asks for, and the state of one picture under work. */
import type { Rgb } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import type { Rng } from "./core/rng.ts";
import type { MaskArea } from "./mask-area.ts";
import type { LightMood } from "./prompt/light-moods.ts";
import type { AnimalSaid } from "./subjects/animals/look.ts";
import type { PersonLook } from "./subjects/people/look.ts";
import type { Lettering } from "./prompt/lettering.ts";
import type { Note } from "./prompt/notes.ts";
import type { SurfaceLook } from "./prompt/surface-words.ts";
import type {
  SceneName,
  FinishName,
  SkyName,
  Terrain,
  TreeSpecies,
  Season,
  ForestMood,
  PlanetKind,
  RoomKind,
  CityView,
  TownLook,
  RoofKind,
  AbstractKind,
} from "./vocabulary.ts";

export type { Rgb } from "./core/color.ts";
export type { Frame } from "./core/frame.ts";
export type { Rng } from "./core/rng.ts";

/**
 * A look chosen beside the words: colours (six hexadecimal digits, from leading to accent) and words for material, lighting
 * and camera. Each part is optional.
 */
export type StyleKit = {
  palette?: readonly string[];
  material?: string;
  lighting?: string;
  camera?: string;
  /** Outweighs every word of a medium, of the kit and of the prompt. */
  medium?: FinishName;
  /** How far the palette pulls, 0 to 1; the usual share when left out. */
  pull?: number;
};

/** Where another picture has its horizon and what draws the eye, as shares of its height and width; each 0 to 1. */
export type Layout = { horizon: number; place: number; weight: number };

export type * from "./vocabulary.ts";

/** Where one thing is, seen from another. */
export type RelationKind =
  | "on"
  | "in"
  | "under"
  | "above"
  | "left"
  | "right"
  | "beside"
  | "front"
  | "behind"
  | "holds"
  | "chases";

/** `to` is the other thing's place in `SceneSpec.subjects`. */
export type Relation = { kind: RelationKind; to: number };

/** Where the camera stands. */
export type Viewpoint = "aerial" | "low" | "level";

/** How much the camera takes in. */
export type Lens = "macro" | "tele" | "wide";

/** A thing of the fixed noun list that the prompt names. */
export type SubjectMention = {
  /** Key in the subject library. */
  id: string;
  /** The words of the prompt that named it. */
  word: string;
  /** Group of the library: "animals", "food", "objects", "people", "places", ... */
  group: string;
  plural: boolean;
  /** Colour the prompt gives it. */
  tint?: Rgb;
  /** How many the prompt asks for, where it says so ("two", "a flock of"). */
  count?: number;
  /** In how many rows, side by side. */
  rows?: number;
  /** What the prompt says of a person; the seed chooses the rest. */
  look?: Partial<PersonLook>;
  /** What the prompt says of an animal with joints; the seed chooses the rest. */
  animal?: AnimalSaid;
  /** Where it is, seen from another subject. */
  relation?: Relation;
};

/**
 * What the prompt parser makes of a prompt. Left-out fields mean "not said": the scene decides,
 * with its own random stream. Amounts are 0 to about 1 unless told otherwise.
 */
export type SceneSpec = {
  prompt: string;
  scene: SceneName;
  /** No word named a scene or thing; the scene was chosen by seed. */
  guessed?: boolean;
  finish: FinishName | null;
  /** Words used, and words that had no effect. */
  understood: string[];
  ignored: string[];
  notes: Note[];
  /** Main one first; at most four, in a still life six. */
  subjects: SubjectMention[];
  /** Colour of the first thing that was given one. */
  subjectTint: Rgb | null;

  palette: Rgb[] | null;
  paletteStrength: number;
  /** The horizon or the first thing is where another picture has it. */
  laidOut?: boolean;
  /** The palette is another picture's: scenes that choose their colours by it are pulled towards it too. */
  paletteOfPicture?: boolean;
  saturation?: number;
  vivid: boolean;
  dramatic: boolean;
  minimal: boolean;
  /** Changes of the finished light that words or a style kit ask for. */
  lightMood: LightMood | null;
  /** What a style kit wants all of the picture to seem made of. */
  surfaceLook?: Pick<SurfaceLook, "tint" | "relief">;
  /** Only a band across the picture is in focus. */
  shallow?: boolean;
  /** Share of the width at which the first thing stands. */
  place?: number;
  noGrain: boolean;
  noVignette: boolean;
  colorPencil?: boolean;
  inkColor?: Rgb;

  sky: SkyName;
  skyTint: Rgb | null;
  waterTint: Rgb | null;
  groundTint: Rgb | null;
  season: Season | null;
  /** Cover, 0 (clear) to 1. */
  clouds: number;
  cloudStyle: "cumulus" | "cirrus";
  fog: number;
  mist: number;
  rain: number;
  snowfall: number;
  rays: number;
  stars?: number;
  /** How many suns, moons and planets the prompt counts. */
  bodies?: { suns?: number; moons?: number; planets?: number };
  camera: Viewpoint | null;
  lens: Lens | null;
  /** All light and depth pressed into one plane. */
  flat?: boolean;
  /** Film that shows its grain. */
  grainy?: boolean;
  /** What the seed chose of the camera: how near it is, how much above the usual, turned and moved aside (-1 to 1). */
  view?: { zoom: number; rise: number; turn: number; aside: number };
  /** Height of the horizon as a share of the frame, from the top. */
  horizon?: number;

  /** Landscape. */
  terrain?: Terrain;
  water?: boolean;
  /** 1 a glassy mirror, 0 choppy. */
  calm?: number;
  lava?: boolean;
  trees?: number;
  treeSpecies?: TreeSpecies | null;
  grass?: number;
  flowers?: number;
  flowerColors?: (string | Rgb)[];
  foreground?: "none";

  /** Ocean. */
  beach?: boolean;
  tropical?: boolean;
  /** Boulders in the surf. */
  rocky?: boolean;
  palms?: boolean;
  waves?: number;

  /** City. */
  neon?: boolean;
  cityView?: CityView;
  town?: TownLook;
  roofs?: RoofKind;
  /** The ground mirrors, though it does not rain. */
  wet?: boolean;

  /** Forest. */
  mood?: ForestMood;
  fireflies?: boolean;
  bamboo?: boolean;
  glow?: Rgb;

  /** Space. */
  planetKind?: PlanetKind;
  planet?: boolean | "big";
  rings?: boolean;
  galaxy?: boolean;
  nebula?: number;

  /** Botanical. */
  flowerKinds?: string[];
  flowerTint?: Rgb[] | null;
  leavesOnly?: boolean;
  leafColor?: Rgb;
  vase?: boolean;
  vaseColor?: Rgb;
  backdrop?: "dark" | "paper" | "garden";
  background?: Rgb;
  arrangement?: "bouquet" | "single" | "trio" | null;

  /** Portrait: painted with skin and clothes; else a scene fills the silhouette. */
  painted?: boolean;
  inner?: SceneSpec;
  innerScene?: SceneName;
  male?: boolean;
  dark?: boolean;
  hair?: string;

  abstract?: AbstractKind;

  /** Still life; `set` is one of the arrangements, where no bodies are named. */
  set?: "arch" | "solids" | "vases" | "colonnade";
  material?: "plaster" | "lacquer" | "chrome" | "brass" | "copper" | "marble";
  windowLight?: boolean;
  warm?: boolean;

  /** Interior. */
  room?: RoomKind;

  /** What is written in the picture, and on what. */
  lettering?: Lettering;
  /** What things stand on, besides the ground: a table indoors, a rock outdoors. */
  surface?: "table" | "rock";
};

/** Light and air of a scene, as subjects, weather and tone mapping need it. Colours are linear. */
export type Atmosphere = {
  name: string;
  /** Multiplies the light before the filmic curve. */
  exposure: number;
  ambient: Rgb;
  sun: Rgb;
  sunStrength: number;
  fog: Rgb;
  /** 0 by day, 1 by night; between for lit dark. */
  night: number;
  /** Height of the sun, 0 at the horizon to 1. */
  altitude: number;
};

/** Where the light of the picture comes from, in pixels of the frame. */
export type Light = {
  sunX: number;
  sunY: number;
  /** Unit vector towards the light: right, up, away from the viewer. */
  direction: [x: number, y: number, z: number];
  /** Row of the horizon. */
  horizon: number;
  /** Side of the frame the light is on: 1 right, -1 left. */
  flip: -1 | 1;
};

/** One picture under work. Scenes fill the optional fields for the stages after them. */
export type SceneState = {
  readonly seed: number;
  readonly spec: SceneSpec;
  /** The random stream of a layer. Draw counts must not depend on the picture's size. */
  rng(label: string): Rng;
  /** Reports 0..1 of the whole picture and the stage's word; also checks for a cancel. */
  progress(fraction: number, stage: string): void;
  /** Throws when the picture has been cancelled. Call it at least every 100 ms of work. */
  check(): void;
  light?: Light;
  sky?: Atmosphere;
  /** Row (pixels) on which a thing at `u` (0 left to 1 right) stands. */
  groundY?: (u: number) => number;
  /** Share of the width at which the lines of a street meet: what closes it stands there. */
  closesAt?: number;
  /** The scene leaves no room for subjects. */
  noSubject?: boolean;
  /** Flat graphic scene: no bloom, no vignette. */
  flat?: boolean;
  /** Strength of the halo behind a subject; default 0.22. */
  halo?: number;
  /** Things stand within it. */
  area?: MaskArea;
};

export type SceneRenderer = (frame: Frame, state: SceneState) => void | Promise<void>;
export type Finish = (frame: Frame, state: SceneState) => void;
