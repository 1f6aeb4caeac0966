/** Where and how large a thing stands in each scene. */
import type { Frame, FinishName, SceneName, SceneState, SubjectMention } from "../types.ts";
import { GROUP_OF, type SubjectGroup } from "./nouns.ts";
import type { Placement } from "./relight.ts";

/** How a thing is placed before its exact spot is chosen. */
export type Stance = Omit<Placement, "cx" | "baseY"> & {
  /** Height in pixels of the nearest one. */
  height: number;
  /** Foot of the nearest one, in pixels. */
  baseY: number;
  /** Free things hang in air, water or space; the others stand on ground or water. */
  free: boolean;
  /** How many, where the prompt says "several" without a number. */
  usualCount: number;
};

/** Heights as shares of the shorter side. */
const SCENE_HEIGHTS: Partial<Record<SceneName, number>> = {
  studio: 0.56,
  abstract: 0.56,
  space: 0.36,
  underwater: 0.36,
  botanical: 0.34,
  interior: 0.34,
};
const GROUP_HEIGHTS: Partial<Record<SubjectGroup, number>> = {
  flyers: 0.24,
  aircraft: 0.28,
  vessels: 0.26,
  floaters: 0.26,
  buildings: 0.36,
  landmarks: 0.36,
};
const USUAL_HEIGHT = 0.4;
/** A person seen whole is narrow, so that more of the height is theirs. */
const TALL_PERSON = 1.3;
const LENS_SCALES = { macro: 1.45, tele: 1.2, wide: 0.6 } as const;
const VIEWPOINT_SCALES = { low: 1.15, aerial: 0.85, level: 1 } as const;
/** Height of one to four kinds that share a picture. */
const SHARED_SCALES = [1, 0.94, 0.8, 0.7];

const INDOORS: ReadonlySet<SceneName> = new Set(["studio", "botanical", "abstract", "interior"]);
const WATERSIDES: ReadonlySet<string | undefined> = new Set(["lake", "coast", "islands"]);
/** Printed and drawn media have no light to stand against. */
const FLAT_MEDIA: ReadonlySet<FinishName | null> = new Set<FinishName | null>([
  "linocut",
  "woodblock",
  "ink",
  "pencil",
  "watercolor",
  "comic",
  "papercut",
]);

export const isFlatMedium = (finish: FinishName | null): boolean => FLAT_MEDIA.has(finish);

export function isBuilding(id: string): boolean {
  const group = GROUP_OF.get(id);
  return group === "buildings" || group === "landmarks";
}

/** The stance of a thing in the scene that has just been drawn. */
export function stanceOf(frame: Frame, state: SceneState, subject: SubjectMention): Stance {
  const { spec } = state;
  const { h } = frame;
  const side = Math.min(frame.w, h);
  const group = GROUP_OF.get(subject.id) ?? "things";
  const airborne = !INDOORS.has(spec.scene) && (group === "flyers" || group === "aircraft");
  const free = airborne || spec.scene === "space" || spec.scene === "underwater";
  const usual = SCENE_HEIGHTS[spec.scene] ?? GROUP_HEIGHTS[group] ?? USUAL_HEIGHT;
  const share = subject.look && !free ? usual * TALL_PERSON : usual;
  const crowd = SHARED_SCALES[Math.min(3, spec.subjects.length - 1)];
  const lens = spec.lens ? LENS_SCALES[spec.lens] : 1;
  const scale = crowd * lens * (spec.camera ? VIEWPOINT_SCALES[spec.camera] : 1) * side;
  const ground = state.groundY ? state.groundY(0.5) : h * 0.86;
  const horizon = Math.min(state.light?.horizon ?? h * 0.5, ground);
  const down = (t: number) => horizon + (h - horizon) * t;
  const stance: Stance = {
    height: share * scale,
    baseY: ground,
    free,
    usualCount: free ? 7 : 3,
    fog: 0,
    backlit: backlight(state, group),
    shadow: free ? 0 : 0.55,
    reflect: 0,
    sink: free ? 0 : 0.02,
  };
  if (subject.look?.bust) {
    return { ...stance, height: 0.92 * side, baseY: h * 1.01, free: false, shadow: 0, sink: 0 };
  }
  if (free) return { ...stance, ...freeStance(spec.scene, h, horizon, stance.height) };

  const buildings = isBuilding(subject.id);
  const onWater = group === "vessels" || group === "floaters";
  switch (spec.scene) {
    case "landscape":
    case "flowerfield": {
      const grassy = Boolean(spec.flowers) || spec.terrain === "hills";
      if (spec.water && onWater) {
        const afloat = { reflect: 0.6, sink: 0.05, shadow: 0 };
        return { ...stance, ...afloat, baseY: down(0.42), height: 0.2 * scale };
      }
      const land: Stance = { ...stance, baseY: h * 0.89, sink: grassy ? 0.1 : 0.03 };
      if (buildings) Object.assign(land, { baseY: down(0.5), height: 0.27 * scale, fog: 0.1 });
      if (!WATERSIDES.has(spec.terrain)) return land;
      // A village stands on the far shore.
      if (buildings && subject.plural) {
        return { ...land, baseY: down(0.07), height: 0.12 * scale, reflect: 0.3 };
      }
      return { ...land, baseY: h * 0.86, reflect: 0.45, shadow: 0.15 };
    }
    case "ocean":
      return { ...stance, ...oceanStance(group, spec.beach ?? false, scale, down, h) };
    case "city":
      if (spec.cityView) return { ...stance, ...townStance(state, buildings, scale, down) };
      return { ...stance, baseY: h * 0.93, reflect: 0.35 };
    case "botanical":
      return { ...stance, baseY: h * 0.94 };
    case "interior":
      return {
        ...stance,
        height: (spec.surface === "table" ? 0.3 : 0.34) * scale,
        sink: 0,
        usualCount: 2,
      };
    case "studio":
      return { ...stance, reflect: 0.16, sink: 0, usualCount: 3 };
    default:
      return stance;
  }
}

function freeStance(scene: SceneName, h: number, horizon: number, height: number): Partial<Stance> {
  if (scene === "space") return { baseY: h * 0.66, backlit: 0.05 };
  if (scene === "underwater") return { baseY: h * 0.6 };
  if (scene === "forest") return { baseY: h * 0.6 };
  return { baseY: Math.max(horizon * 0.72 + height * 0.3, height * 1.15) };
}

/** In a street things stand on the ground, over roofs on the nearest ridge; buildings rise at the end of the view. */
function townStance(
  { spec }: SceneState,
  building: boolean,
  scale: number,
  down: (t: number) => number,
): Partial<Stance> {
  const over = spec.cityView === "rooftops";
  if (building && over) return { baseY: down(0.02), height: 0.3 * scale, fog: 0.3, shadow: 0 };
  if (building) return { baseY: down(0.16), height: 0.34 * scale, fog: 0.15, shadow: 0.3, sink: 0 };
  if (over) return { height: 0.3 * scale, sink: 0, shadow: 0.3 };
  const wet = spec.rain > 0 || spec.wet;
  return { height: 0.36 * scale, sink: 0, reflect: wet ? 0.35 : 0 };
}

function oceanStance(
  group: SubjectGroup,
  beach: boolean,
  scale: number,
  down: (t: number) => number,
  h: number,
): Partial<Stance> {
  const offshore = { baseY: down(beach ? 0.2 : 0.4), reflect: 0.45, shadow: 0 };
  if (group === "swimmers") return { ...offshore, sink: 0.24, height: 0.4 * scale };
  if (group === "vessels" || group === "floaters") return { ...offshore, sink: 0.06 };
  if (beach) return { baseY: h * 0.9 };
  return { baseY: down(0.52), reflect: 0.4, shadow: 0, sink: 0.1 };
}

/** How much of a silhouette the light makes of a thing. */
function backlight({ spec, sky }: SceneState, group: SubjectGroup): number {
  if (isFlatMedium(spec.finish) || !sky) return 0;
  if (group === "food" || spec.scene === "studio" || spec.scene === "space") return 0.05;
  if (sky.night > 0) return 0.55;
  if (sky.name === "sunset" || sky.name === "dusk" || sky.name === "fire") return 0.6;
  return sky.name === "golden" ? 0.3 : 0;
}
