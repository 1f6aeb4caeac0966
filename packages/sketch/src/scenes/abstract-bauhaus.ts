/** Abstract of quarter circles, bars and dots on a grid, printed on paper. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { css, hex, mul } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import type { Rng } from "../core/rng.ts";
import type { SceneState } from "../types.ts";
import type { AbstractPalette } from "./abstract-palette.ts";
import { eachRow } from "../core/rows.ts";

const PAPER = hex("#efe6d4");
const TILES = [3, 4, 5] as const;
const FULL_TURN = Math.PI * 2;

/** A tile about the origin, `size` wide: its colours and a stream for a third. */
type Tile = {
  context: SKRSContext2D;
  size: number;
  ground: string;
  shape: string;
  ink: string;
  third: string;
};

function disc({ context }: Tile, x: number, y: number, radius: number, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, FULL_TURN);
  context.fill();
}

/** A quarter disc in the tile's upper left corner. */
function quarter({ context, size }: Tile, radius: number, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(-size / 2, -size / 2, radius, 0, Math.PI / 2);
  context.lineTo(-size / 2, -size / 2);
  context.fill();
}

/** A half disc centred at height y; `up` turns its arc upwards. */
function half({ context, size }: Tile, y: number, up: boolean, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(0, y, size / 2, up ? Math.PI : 0, up ? 0 : Math.PI);
  context.fill();
}

const motifs: readonly ((tile: Tile) => void)[] = [
  (tile) => quarter(tile, tile.size, tile.shape),
  (tile) => {
    disc(tile, 0, 0, tile.size * 0.4, tile.shape);
    disc(tile, 0, 0, tile.size * 0.2, tile.third);
  },
  ({ context, size, shape }) => {
    context.fillStyle = shape;
    context.beginPath();
    context.moveTo(-size / 2, size / 2);
    context.lineTo(size / 2, size / 2);
    context.lineTo(-size / 2, -size / 2);
    context.fill();
  },
  ({ context, size, shape }) => {
    context.fillStyle = shape;
    for (let i = 0; i < 5; i++) {
      context.fillRect(-size / 2, -size / 2 + (i * size) / 5, size, size / 10);
    }
  },
  (tile) => {
    half(tile, tile.size / 2, true, tile.shape);
    half(tile, 0, true, tile.third);
  },
  (tile) => {
    for (let ring = 4; ring > 0; ring--) {
      quarter(tile, (tile.size * ring) / 4, ring % 2 ? tile.shape : tile.ground);
    }
  },
  (tile) => {
    const pitch = tile.size / 4;
    for (let i = 0; i < 16; i++) {
      const x = -tile.size / 2 + ((i % 4) + 0.5) * pitch;
      const y = -tile.size / 2 + (((i / 4) | 0) + 0.5) * pitch;
      disc(tile, x, y, tile.size / 13, tile.shape);
    }
  },
  (tile) => {
    half(tile, -tile.size / 2, false, tile.shape);
    half(tile, tile.size / 2, true, tile.shape);
  },
  (tile) => {
    tile.context.fillStyle = tile.shape;
    tile.context.fillRect(-tile.size / 2, -tile.size / 2, tile.size / 2, tile.size);
    disc(tile, tile.size / 4, 0, tile.size * 0.15, tile.ink);
  },
];

/** Lets the print sit in its paper: fine tooth and slow blotches. */
function pressIntoPaper(frame: Frame, state: SceneState): void {
  const { w, h, rgb } = frame;
  const noise = makeNoise(state.seed, "poster");
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const gain = 0.97 + 0.05 * noise.n2(x * 0.6, y * 0.6) + 0.03 * noise.n2(x * 0.02, y * 0.02);
      for (let k = 0; k < 3; k++) rgb[j + k] *= gain;
    }
  });
}

/** Geometric poster: one motif to a tile, turned by quarter turns. */
export function bauhaus(
  frame: Frame,
  state: SceneState,
  { chosen, ranked }: AbstractPalette,
  rng: Rng,
): void {
  const { w, h, rgb } = frame;
  for (let j = 0; j < rgb.length; j++) rgb[j] = PAPER[j % 3];
  const { canvas, context } = frame.canvas();
  const size = Math.max(w, h) / rng.pick(TILES);
  const colours = chosen.map((colour) => css(colour));
  const ink = css(mul(ranked[0], 0.6));
  for (let row = 0; row * size < h; row++) {
    for (let column = 0; column * size < w; column++) {
      context.save();
      context.translate((column + 0.5) * size, (row + 0.5) * size);
      context.rotate((Math.PI / 2) * rng.int(0, 3));
      const ground = rng.pick(colours);
      const shape = rng.pick(colours.filter((colour) => colour !== ground));
      const third = rng.pick(colours);
      if (rng.chance(0.62)) {
        context.fillStyle = ground;
        // A little over, so that no hairline of paper shows between tiles.
        context.fillRect(-size / 2 - 0.5, -size / 2 - 0.5, size + 1, size + 1);
      }
      rng.pick(motifs)({ context, size, ground, shape, ink, third });
      context.restore();
    }
  }
  state.check();
  frame.draw(canvas);
  pressIntoPaper(frame, state);
}
