/** Still lifes: solids, vases and fruit in a room, ray-marched in soft light. */
import { hex, lum, mixc, mul } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import { zoomOf } from "../lens.ts";
import type { Rgb, Rng, SceneSpec, SceneState } from "../types.ts";
import { type StillLifeColours, stillLifeColours } from "./still-life-colours.ts";
import { createShader, lightingFor } from "./still-life-light.ts";
import { paintView, type View } from "./still-life-paint.ts";
import { arrange, buildSet, type Item, type StillLifeSet } from "./still-life-sets.ts";
import * as shapes from "./still-life-shapes.ts";
import type { SolidKind } from "./still-life-kinds.ts";
import type { Surface } from "./still-life-solids.ts";
import { createTracer, type Solid } from "./still-life-tracer.ts";

const VIEWS: Readonly<Record<StillLifeSet, View>> = {
  arch: { eye: [0.15, 1.25, 4.8], aim: [0, 0.82, -0.6], zoom: 2.1 },
  solids: { eye: [0.2, 1.3, 5], aim: [0.1, 0.78, 0], zoom: 2.35 },
  vases: { eye: [0.1, 1.05, 5.4], aim: [0.16, 0.8, 0], zoom: 2.45 },
  colonnade: { eye: [-0.25, 1.12, 3], aim: [0.02, 1.22, -6], zoom: 1.5 },
};
const WALL_Z: Readonly<Record<StillLifeSet, number | null>> = {
  arch: -3.2,
  solids: -2.6,
  vases: -1.35,
  colonnade: null,
};
const LIMESTONE = hex("#efe6d6");
const OAK = hex("#9a6a41");
const GREY: Rgb = [0.8, 0.8, 0.8];
const SURFACES: Readonly<
  Record<NonNullable<SceneSpec["material"]>, Partial<Surface> & { color?: Rgb }>
> = {
  plaster: { gloss: 0.03, metal: 0 },
  lacquer: { gloss: 0.9, metal: 0 },
  chrome: { gloss: 1, metal: 1, color: hex("#d4d8dd") },
  brass: { gloss: 0.9, metal: 1, color: hex("#d8ad55") },
  copper: { gloss: 0.9, metal: 1, color: hex("#c9764a") },
  marble: { gloss: 0.3, metal: 0, veins: 0.4, color: hex("#efeeea") },
};

/** Draws the still life; fills the light that later stages need. */
export function renderStillLife(frame: Frame, state: SceneState): void {
  const { spec } = state;
  const rng = state.rng("still-life");
  const room = stillLifeColours(spec, state.rng("still-life:colours"));
  const anySet = rng.pick(["arch", "solids", "vases", "solids"] as const);
  const named = arrange(spec.subjects, state.rng("still-life:row"));
  const set = spec.set ?? anySet;
  const useNamed = named.length > 0 && spec.set === undefined;
  const items = useNamed ? named : buildSet(set, rng);
  const outdoors = set === "colonnade" && !useNamed;
  const colours = outdoors ? weathered(room, spec) : room;
  const window = !outdoors && (spec.windowLight ?? (!useNamed && set === "vases"));
  const wallZ = outdoors ? null : useNamed ? Math.min(-1.35, backOf(items) - 0.5) : WALL_Z[set];
  const wood = spec.surface === "table";
  const floor = wood ? mixc(OAK, colours.floor, 0.25) : colours.floor;
  const lighting = lightingFor(
    { warm: spec.warm ?? false, dark: spec.dark ?? false, window, outdoors },
    { floor, wall: colours.wall },
  );
  const solids = items.map((item) => solidFor(item, spec, colours));
  if (outdoors) solids.push(...beams(colours.accents[0], spec));
  solids.push(...items.flatMap(fruitStalk));
  if (!useNamed && set === "vases") {
    solids.push(...tulips(items[0], state.rng("still-life:tulips")));
  }
  const tracer = createTracer({
    solids,
    wallZ,
    sun: lighting.sun,
    hardness: outdoors ? 20 : window ? 16 : 9,
  });
  const shade = createShader(tracer, lighting, {
    solids,
    floor,
    wall: colours.wall,
    floorSurface: { gloss: wood ? 0.2 : 0.03, metal: 0, veins: 0, fibres: wood ? 0.4 : 0 },
    noise: makeNoise(state.seed, "still-life"),
  });
  paintView(frame, state, framed(useNamed ? viewOf(items) : VIEWS[set], spec), shade);
  describeLight(frame, state, colours, lighting.sun);
}

/** Columns are of pale stone, whatever the scheme; colours that were asked for show more. */
function weathered(colours: StillLifeColours, spec: SceneSpec): StillLifeColours {
  const [first, ...others] = colours.accents;
  return { ...colours, accents: [mixc(first, LIMESTONE, spec.palette ? 0.45 : 0.85), ...others] };
}

const backOf = (items: readonly Item[]): number =>
  Math.min(...items.map(({ z, shape }) => z - shape.halfDepth));

/** How much higher than usual the camera stands. */
/** Of the rise that the seed chose, and of the step aside, what a table top has room for. */
const RISE = 0.055;
const ASIDE = 0.22;
const HEIGHTS = { aerial: 2.4, low: -0.85, level: -0.3 } as const;

/** A view as the camera asked for sees it. */
function framed({ eye, aim, zoom }: View, spec: SceneSpec): View {
  const { turn = 0, aside = 0, rise = 0 } = spec.view ?? {};
  const high = spec.camera ? HEIGHTS[spec.camera] : rise * RISE - 0.3;
  return {
    eye: [eye[0] + turn, Math.max(0.12, eye[1] + high), eye[2]],
    aim: [aim[0] + aside * ASIDE, aim[1], aim[2]],
    zoom: zoom * zoomOf(spec),
  };
}

/** A view that holds all the items. */
function viewOf(items: readonly Item[]): View {
  const left = Math.min(...items.map(({ x, shape }) => x - shape.halfWidth));
  const right = Math.max(...items.map(({ x, shape }) => x + shape.halfWidth));
  const top = Math.max(...items.map(({ y, shape }) => y + shape.height));
  const reach = Math.max((right - left) * 0.62, top * 0.72, 0.62);
  const middle = (left + right) / 2;
  // Several ranks are seen from higher up, so that none hides another.
  const deep = Math.max(...items.map(({ z }) => z)) - backOf(items);
  return {
    eye: [middle + 0.2, 0.95 + top * 0.25 + Math.max(0, deep - 0.9) * 0.9, 5.2],
    aim: [middle, top * 0.46, 0],
    zoom: Math.min(5.4, 4.6 / reach),
  };
}

function solidFor(item: Item, spec: SceneSpec, { accents }: StillLifeColours): Solid {
  const { shape, x, y, z, turn } = item;
  const own = item.tint ?? shape.color;
  const { color: made, ...surface } = (spec.material && SURFACES[spec.material]) ?? {};
  const reach = Math.abs(Math.sin(turn)) * Math.abs(shape.halfDepth - shape.halfWidth);
  const wide = Math.max(shape.halfWidth, shape.halfDepth * 0.5) + reach;
  const deep = shape.halfDepth + reach;
  return {
    distance: shapes.placed(shape.distance, x, y, z, turn),
    low: [x - wide, y - 0.001, z - deep],
    high: [x + wide, y + shape.height, z + deep],
    color: own ?? made ?? accents[item.accent % accents.length],
    surface: { gloss: shape.gloss, metal: 0, veins: 0, ...(shape.color ? {} : surface) },
  };
}

/** Beams that lie on the columns. */
function beams(color: Rgb, spec: SceneSpec): Solid[] {
  const surface: Surface = { gloss: 0.03, metal: 0, veins: spec.material === "marble" ? 0.3 : 0 };
  const along = [-1.35, 1.35].map((x) => ({ x, y: 2.3, z: -2.3, hx: 0.27, hy: 0.16, hz: 3.5 }));
  const across = Array.from({ length: 5 }, (_, i) => ({
    x: 0,
    y: 2.58,
    z: 0.7 - i * 1.5,
    hx: 1.9,
    hy: 0.12,
    hz: 0.15,
  }));
  return [...along, ...across].map(({ x, y, z, hx, hy, hz }) => ({
    distance: shapes.placed(shapes.box(hx, hy, hz), x, y, z),
    low: [x - hx, y - hy, z - hz],
    high: [x + hx, y + hy, z + hz],
    color,
    surface,
  }));
}

const TULIPS = 5;
const TULIP_REDS = ["#c22a35", "#e05a6f", "#d8473a"].map(hex);
const STALK_GREEN = hex("#4c5a34");

/** Tulips in the first vase. */
function tulips(vase: Item, rng: Rng): Solid[] {
  return Array.from({ length: TULIPS }, () => {
    const length = rng.range(0.75, 1.25);
    const leanX = rng.range(-0.36, 0.36);
    const leanZ = rng.range(-0.2, 0.2);
    const bud = rng.range(0.07, 0.085);
    const y = vase.shape.height - 0.3;
    const parts = [
      { body: shapes.stalk(length, leanX, leanZ), top: length, color: STALK_GREEN },
      {
        body: shapes.bud(length, leanX, leanZ, bud),
        top: length + 0.16,
        color: rng.pick(TULIP_REDS),
      },
    ];
    return parts.map(({ body, top, color }): Solid => ({
      distance: shapes.placed(body, vase.x, y, vase.z),
      low: [vase.x + Math.min(0, leanX) - 0.12, y, vase.z + Math.min(0, leanZ) - 0.12],
      high: [vase.x + Math.max(0, leanX) + 0.12, y + top, vase.z + Math.max(0, leanZ) + 0.12],
      color,
      surface: { gloss: 0.12, metal: 0, veins: 0 },
    }));
  }).flat();
}

const STALKED: ReadonlySet<SolidKind> = new Set(["apple", "pear"]);
const STALK_BROWN = hex("#4a3220");

/** The stalk of an apple or a pear. */
function fruitStalk({ kind, shape, x, y, z, turn }: Item): Solid[] {
  if (!STALKED.has(kind)) return [];
  const foot = y + shape.height - 0.05;
  return [
    {
      distance: shapes.placed(shapes.stalk(0.15, 0.05, 0.02), x, foot, z, turn),
      low: [x - 0.1, foot, z - 0.1],
      high: [x + 0.1, foot + 0.17, z + 0.1],
      color: STALK_BROWN,
      surface: { gloss: 0.05, metal: 0, veins: 0 },
    },
  ];
}

function describeLight(
  { w, h }: Frame,
  state: SceneState,
  { wall }: StillLifeColours,
  sun: readonly [number, number, number],
): void {
  const flip = sun[0] > 0 ? 1 : -1;
  state.noSubject = true;
  state.sky = {
    name: "studio",
    exposure: 0.74,
    ambient: mixc(wall, GREY, 0.5),
    sun: [1, 0.92, 0.8],
    sunStrength: 1.2,
    fog: mul(wall, 1 / Math.max(0.2, lum(wall) * 1.6)),
    night: 0,
    altitude: 0.6,
  };
  state.light = {
    sunX: w * (0.5 + 0.4 * flip),
    sunY: h * 0.1,
    direction: [...sun],
    horizon: h * 0.6,
    flip,
  };
}
