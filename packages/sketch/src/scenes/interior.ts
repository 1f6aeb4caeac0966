/** Rooms seen from the front: a window, furniture for living, sleeping, cooking or reading, and the light of the hour. */
import { type Rgb, adjust, hex, hypot, mixc } from "../core/color.ts";
import { boxBlur } from "../core/blur.ts";
import { type Noise, makeNoise } from "../core/noise.ts";
import { eachRow } from "../core/rows.ts";
import { makeSky, type Sky } from "../sky.ts";
import type { Frame, RoomKind, Rng, SceneRenderer, SceneState } from "../types.ts";
import { drawCrockery, drawCupboards, drawTiles } from "./interior-kitchen.ts";
import {
  drawBed,
  drawBookcase,
  drawFloorLamp,
  drawNightstand,
  drawPendant,
  drawRug,
  drawSofa,
  drawTable,
} from "./interior-furniture.ts";
import {
  type Box,
  drawFramed,
  drawPlant,
  type Lamp,
  type Pen,
  type RoomColours,
} from "./interior-pen.ts";
import { drawShell, drawSunPatch, drawWindow } from "./interior-room.ts";

/** Where the wall meets the floor, as a share of the height. */
const FLOOR = 0.7;
const LAMPLIGHT = hex("#ffc98a");
const GREY: Rgb = [0.8, 0.8, 0.8];

const FURNISHED: readonly Record<keyof Omit<RoomColours, "wood" | "floor">, string>[] = [
  { wall: "#a9b8a2", accent: "#c4663f", cloth: "#e9dcc3" },
  { wall: "#dcb09a", accent: "#2f5d62", cloth: "#f0e2c8" },
  { wall: "#7f9cab", accent: "#d9a441", cloth: "#efe6d8" },
  { wall: "#e6d9bf", accent: "#7c8b5e", cloth: "#c98a6a" },
  { wall: "#d3b3b0", accent: "#5b6b4f", cloth: "#f3e7d3" },
  { wall: "#56707a", accent: "#c8553d", cloth: "#e6c9a0" },
];
const WOOD = hex("#9a6a40");
const BOARDS = hex("#b58a5c");

function coloursOf({ spec }: SceneState, rng: Rng): RoomColours {
  const drawn = rng.pick(FURNISHED);
  const warm = rng.range(-0.05, 0.04);
  const [first, second, third] = spec.palette ?? [];
  return {
    wall:
      spec.background ?? (third ? second : ((first && adjust(first, 0.1, 0.8)) ?? hex(drawn.wall))),
    accent: first ?? hex(drawn.accent),
    cloth: third ? adjust(third, 0.1) : hex(drawn.cloth),
    wood: adjust(WOOD, warm),
    floor: adjust(BOARDS, warm),
  };
}

/** The frame's measures that furniture is placed by. */
type Room = {
  w: number;
  h: number;
  floor: number;
  flip: -1 | 1;
  table: boolean;
  window: Box;
  /** Furniture that stands in front as a thing of its own: the room has no other. */
  named: ReadonlySet<string>;
};

type Furnish = (pen: Pen, room: Room, openWindow: () => void) => Lamp[];

const livingRoom: Furnish = (pen, { w, h, floor, flip, window, named }, openWindow) => {
  const { unit } = pen;
  const foot = floor + (h - floor) * 0.22;
  const sofa = {
    x: w * 0.5 - flip * Math.min(w * 0.2, unit * 26),
    w: Math.min(unit * 58, w * 0.52),
  };
  openWindow();
  drawRug(
    pen,
    w * 0.5,
    floor + (h - floor) * 0.62,
    Math.min(w * 0.8, unit * 92),
    (h - floor) * 0.5,
  );
  const top = foot - unit * 64;
  const left = sofa.x - unit * 19;
  drawFramed(pen, { x: left, y: top, w: unit * 17, h: unit * 22 });
  drawFramed(pen, { x: left + unit * 21, y: top + unit * 5, w: unit * 17, h: unit * 14 });
  const lamp = drawFloorLamp(pen, sofa.x - flip * (sofa.w / 2 + unit * 7), foot - unit, unit * 56);
  if (!named.has("couch")) drawSofa(pen, sofa.x, foot, sofa.w, 2);
  drawPlant(
    pen,
    window.x + window.w / 2 + flip * window.w * 0.3,
    floor + (h - floor) * 0.3,
    unit * 34,
  );
  return [lamp];
};

const bedroom: Furnish = (pen, { w, h, floor, flip, named }, openWindow) => {
  const { unit } = pen;
  const foot = floor + (h - floor) * 0.34;
  const width = Math.min(unit * 88, w * 0.7);
  const x = w * 0.5 - flip * Math.min(w * 0.06, unit * 8);
  openWindow();
  drawRug(pen, x + flip * unit * 6, floor + (h - floor) * 0.66, width * 0.9, (h - floor) * 0.36);
  const head = x - flip * (width / 2 + unit * 10);
  drawFramed(pen, {
    x: x - flip * width * 0.3 - unit * 11,
    y: foot - unit * 62,
    w: unit * 22,
    h: unit * 16,
  });
  const lamp = drawNightstand(pen, head, foot - unit * 2);
  if (!named.has("bed")) drawBed(pen, x, foot, width, -flip);
  return [lamp];
};

const kitchen: Furnish = (pen, { w, h, floor, flip, table }, openWindow) => {
  const { unit } = pen;
  const foot = floor + (h - floor) * 0.16;
  const width = Math.min(w * 1.02, unit * 132);
  const x = flip > 0 ? -unit : w - width + unit;
  const top = foot - unit * 34;
  drawTiles(pen, { x: -1, y: top - unit * 18, w: w + 2, h: unit * 18 });
  openWindow();
  drawCupboards(pen, x, foot, width);
  const shelf = Math.min(unit * 44, w * 0.42);
  const shelfAt = w * 0.5 - flip * w * 0.24 - shelf / 2;
  drawCrockery(pen, shelfAt, top - unit * 21, shelf);
  drawCrockery(pen, shelfAt, top - unit * 37, shelf);
  const lamp = drawPendant(pen, w * 0.5 + flip * w * 0.04, h * 0.17);
  if (!table) drawPlant(pen, w * 0.5 + flip * w * 0.42, floor + (h - floor) * 0.5, unit * 26);
  return [lamp];
};

const library: Furnish = (pen, { w, h, floor, flip, window, named }, openWindow) => {
  const { unit } = pen;
  const foot = floor + (h - floor) * 0.08;
  openWindow();
  const edge = flip > 0 ? window.x - unit * 14 : w;
  const from = flip > 0 ? -unit * 2 : window.x + window.w + unit * 14;
  drawBookcase(
    pen,
    { x: from, y: unit * 8, w: edge - from, h: foot - unit * 8 },
    5,
    edge - from > unit * 50 ? 3 : 2,
  );
  drawRug(
    pen,
    w * 0.5,
    floor + (h - floor) * 0.62,
    Math.min(w * 0.84, unit * 96),
    (h - floor) * 0.52,
  );
  const seat = floor + (h - floor) * 0.34;
  const x = window.x + window.w / 2 - flip * unit * 10;
  const lamp = drawFloorLamp(pen, x + flip * unit * 24, seat - unit * 2, unit * 60);
  if (!named.has("couch")) drawSofa(pen, x, seat, unit * 36, 1);
  return [lamp];
};

const furnish: Readonly<Record<RoomKind, Furnish>> = {
  living: livingRoom,
  bedroom,
  kitchen,
  library,
};

/** What the room's light is made of. */
type RoomLight = { sky: Sky; lamps: Lamp[]; patch: Float32Array; window: Box };

/** Day from the window, its patch on the floor, and the lamps where the day does not reach. */
function lightRoom(frame: Frame, state: SceneState, noise: Noise, room: RoomLight): void {
  const { w, h, rgb } = frame;
  const { sky, lamps, patch, window } = room;
  const side = Math.min(w, h);
  const dark = isDark(sky);
  const ambient = ambientOf(sky);
  const day = mixc(sky.sun, GREY, 0.55);
  const strength = dark ? 0.12 : 0.62;
  const lampStrength = dark ? 1.25 : 0.16;
  const cx = window.x + window.w / 2;
  const cy = window.y + window.h / 2;
  eachRow(state, 0, h, (y) => {
    for (let x = 0, i = y * w; x < w; x++, i++) {
      const away = hypot(x - cx, y - cy) / side;
      const fromWindow = strength * Math.exp(-away * away * 1.7);
      let lamplight = 0;
      for (const lamp of lamps) {
        const distance = hypot(x - lamp.x, (y - lamp.y) * 0.85) / lamp.reach;
        lamplight += lampStrength * Math.exp(-distance * distance * 1.6);
      }
      const sun = patch[i] * 0.75;
      const texture = 1 + 0.045 * noise.fbm((x / side) * 3.1, (y / side) * 3.1, 4);
      for (let c = 0; c < 3; c++) {
        const light =
          ambient[c] + day[c] * fromWindow + sky.sun[c] * sun + LAMPLIGHT[c] * lamplight;
        rgb[i * 3 + c] *= light * texture;
      }
    }
  });
}

const isDark = (sky: Sky): boolean => sky.night > 0 || sky.name === "dusk" || sky.name === "storm";

function ambientOf(sky: Sky): Rgb {
  const level = isDark(sky) ? 0.17 : 0.6;
  const grey = mixc(sky.ambient, GREY, isDark(sky) ? 0.35 : 0.75);
  const bright = Math.max(0.05, (grey[0] + grey[1] + grey[2]) / 3);
  return [0, 1, 2].map((c) => (grey[c] / bright) * level) as Rgb;
}

/** The patch of sun by pixel, 0 to 1, with soft edges. */
function sunPatch(
  frame: Frame,
  window: Box,
  floor: number,
  flip: number,
  unit: number,
): Float32Array {
  const { w, h } = frame;
  const { canvas, context } = frame.canvas();
  drawSunPatch({ context, unit }, window, { floor, foot: h, flip });
  const pixels = canvas.getContext("2d").getImageData(0, 0, w, h).data;
  const cover = new Float32Array(w * h);
  for (let i = 0; i < cover.length; i++) cover[i] = pixels[i * 4 + 3] / 255;
  return boxBlur(cover, w, h, unit * 0.6, 1, 2);
}

/** A room. */
export const renderInterior: SceneRenderer = (frame, state) => {
  const { w, h } = frame;
  const { spec } = state;
  const side = Math.min(w, h);
  const unit = side / 100;
  const rng = state.rng("interior");
  const noise = makeNoise(state.seed, "interior");
  const sky = makeSky(spec.sky, spec.skyTint);
  const flip = rng.sign();
  const colours = coloursOf(state, rng);
  const floor = h * FLOOR;
  const wide = Math.min(unit * 40, w * 0.34);
  const across = rng.range(0.7, 0.76);
  const tall = Math.min(unit * 46, floor * 0.62);
  const window: Box = {
    x: w * (flip > 0 ? across : 1 - across) - wide / 2,
    y: floor - unit * 20 - tall,
    w: wide,
    h: tall,
  };
  const table = spec.surface === "table";
  const dark = isDark(sky);
  state.sky = {
    name: "interior",
    exposure: 1,
    ambient: mixc(dark ? LAMPLIGHT : colours.wall, GREY, 0.5),
    sun: dark ? LAMPLIGHT : mixc(sky.sun, GREY, 0.4),
    sunStrength: dark ? 0.7 : 1.15,
    fog: colours.wall,
    night: 0,
    altitude: 0.5,
  };
  state.light = {
    sunX: window.x + window.w / 2,
    sunY: window.y + window.h / 2,
    direction: [flip * 0.6, 0.5, 0.4],
    horizon: floor,
    flip,
  };
  const tabletop = floor + (h - floor) * 0.42;
  state.groundY = () => (table ? tabletop - unit : floor + (h - floor) * 0.72);

  const { canvas, context } = frame.canvas();
  const pen: Pen = { context, unit, colours, rng: state.rng("furniture") };
  drawShell(pen, frame, floor);
  state.progress(0.2, "room");
  const light = dark ? 0.3 : 1.15;
  const named = new Set(spec.subjects.map(({ id }) => id));
  const room: Room = { w, h, floor, flip, table, window, named };
  const lamps = furnish[spec.room ?? "living"](pen, room, () =>
    drawWindow(pen, window, { sky, noise, light }),
  );
  if (table) drawTable(pen, w * 0.5, tabletop, h * 1.04, Math.min(w * 0.66, unit * 76));
  state.progress(0.45, "furniture");
  frame.draw(canvas);
  const sunny = !dark && sky.name !== "overcast";
  const patch = sunny ? sunPatch(frame, window, floor, flip, unit) : new Float32Array(w * h);
  state.check();
  lightRoom(frame, state, noise, { sky, lamps, patch, window });
  state.progress(0.7, "light");
};
