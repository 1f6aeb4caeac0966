/** The furniture of rooms, each piece seen from the front; a foot is where it stands. */
import { adjust, css, hex } from "../core/color.ts";
import type { Rgb } from "../types.ts";
import {
  type Box,
  castOnWall,
  drawBooks,
  fillBox,
  type Lamp,
  type Pen,
  touch,
} from "./interior-pen.ts";

const SHADE_OF_LAMP = hex("#f2d9a6");
const METAL = hex("#3a3733");

/** A sofa, or an armchair where it has one seat. */
export function drawSofa(pen: Pen, x: number, y: number, width: number, seats: 1 | 2): void {
  const { colours, rng, unit } = pen;
  const cloth = colours.cloth;
  const height = unit * 30;
  const arm = Math.min(width * 0.16, unit * 7);
  const left = x - width / 2;
  touch(pen, x, y, width * 0.56, unit * 3.2);
  for (const foot of [left + arm * 0.5, left + width - arm * 0.5]) {
    fillBox(
      pen,
      { x: foot - unit * 0.7, y: y - unit * 3, w: unit * 1.4, h: unit * 3 },
      adjust(colours.wood, -0.14),
    );
  }
  const lift = unit * 2.4;
  fillBox(
    pen,
    { x: left + arm * 0.6, y: y - height, w: width - arm * 1.2, h: height - lift - unit * 4 },
    adjust(cloth, -0.05),
    {
      radius: unit * 3.5,
    },
  );
  const inner = (width - arm * 1.7) / seats;
  for (let seat = 0; seat < seats; seat++) {
    const from = left + arm * 0.85 + inner * seat;
    fillBox(
      pen,
      { x: from, y: y - height + unit * 3, w: inner - unit * 0.5, h: unit * 15 },
      adjust(cloth, 0.01),
      {
        radius: unit * 2.5,
      },
    );
    fillBox(
      pen,
      { x: from, y: y - unit * 15, w: inner - unit * 0.5, h: unit * 8 },
      adjust(cloth, 0.05),
      {
        radius: unit * 2,
      },
    );
  }
  fillBox(
    pen,
    { x: left + arm * 0.4, y: y - unit * 9, w: width - arm * 0.8, h: unit * 9 - lift },
    adjust(cloth, -0.03),
    {
      radius: unit,
    },
  );
  for (const from of [left, left + width - arm]) {
    fillBox(
      pen,
      { x: from, y: y - height * 0.68, w: arm, h: height * 0.68 - lift },
      adjust(cloth, 0.02),
      {
        radius: unit * 2.6,
      },
    );
  }
  const cushions: readonly [number, Rgb][] = [
    [left + arm + unit * 6, colours.accent],
    [left + width - arm - unit * 7, adjust(colours.accent, 0.12, 0.8, rng.range(-40, 40))],
  ];
  for (const [at, color] of cushions.slice(0, seats)) {
    drawCushion(pen, at, y - unit * 19, unit * 10, color, rng.range(-0.25, 0.25));
  }
}

function drawCushion(pen: Pen, x: number, y: number, size: number, color: Rgb, lean: number): void {
  const { context } = pen;
  context.save();
  context.translate(x, y);
  context.rotate(lean);
  fillBox(pen, { x: -size / 2, y: -size / 2, w: size, h: size }, color, {
    radius: size * 0.22,
    shade: 0.09,
  });
  context.restore();
}

/** A lamp on a tall stand. */
export function drawFloorLamp(pen: Pen, x: number, y: number, height: number): Lamp {
  const { context, unit } = pen;
  touch(pen, x, y, unit * 6, unit * 1.4);
  fillBox(pen, { x: x - unit * 4, y: y - unit * 1.2, w: unit * 8, h: unit * 1.2 }, METAL, {
    radius: unit,
  });
  context.fillStyle = css(METAL);
  context.fillRect(x - unit * 0.5, y - height + unit * 8, unit, height - unit * 9);
  drawLampshade(pen, x, y - height, unit * 13);
  return { x, y: y - height + unit * 5, reach: unit * 46 };
}

/** A lampshade whose top middle is at (x, y). */
export function drawLampshade({ context }: Pen, x: number, y: number, width: number): void {
  const height = width * 0.72;
  const fill = context.createLinearGradient(0, y, 0, y + height);
  fill.addColorStop(0, css(adjust(SHADE_OF_LAMP, -0.08)));
  fill.addColorStop(1, css(adjust(SHADE_OF_LAMP, 0.05)));
  context.fillStyle = fill;
  context.beginPath();
  context.moveTo(x - width * 0.3, y);
  context.lineTo(x + width * 0.3, y);
  context.lineTo(x + width * 0.5, y + height);
  context.lineTo(x - width * 0.5, y + height);
  context.closePath();
  context.fill();
}

/** A lamp on its cord from the ceiling. */
export function drawPendant(pen: Pen, x: number, bottom: number): Lamp {
  const { context, unit, colours } = pen;
  context.fillStyle = css(METAL);
  context.fillRect(x - unit * 0.25, 0, unit * 0.5, bottom - unit * 6);
  context.fillStyle = css(adjust(colours.accent, -0.04));
  context.beginPath();
  context.moveTo(x - unit * 8, bottom);
  context.quadraticCurveTo(x - unit * 7, bottom - unit * 8, x, bottom - unit * 8);
  context.quadraticCurveTo(x + unit * 7, bottom - unit * 8, x + unit * 8, bottom);
  context.closePath();
  context.fill();
  context.fillStyle = css(adjust(SHADE_OF_LAMP, 0.1));
  context.beginPath();
  context.ellipse(x, bottom, unit * 7.4, unit * 1.1, 0, 0, Math.PI * 2);
  context.fill();
  return { x, y: bottom + unit * 2, reach: unit * 38 };
}

/** A rug in rings, as the floor shortens it. */
export function drawRug(
  { context, colours, rng }: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const turn = rng.range(-25, 25);
  const rings: readonly [number, Rgb][] = [
    [1, adjust(colours.accent, -0.08, 0.8, turn)],
    [0.9, adjust(colours.cloth, 0.02)],
    [0.82, adjust(colours.accent, 0.06, 0.9, turn)],
    [0.5, adjust(colours.cloth, -0.06)],
    [0.42, adjust(colours.accent, -0.02, 0.8, turn + 40)],
  ];
  for (const [share, color] of rings) {
    context.fillStyle = css(color);
    context.beginPath();
    context.ellipse(x, y, (width / 2) * share, (height / 2) * share, 0, 0, Math.PI * 2);
    context.fill();
  }
}

/** A bed seen from its side, its head towards `hand` (1 right, -1 left). */
export function drawBed(pen: Pen, x: number, y: number, width: number, hand: number): void {
  const { context, colours, unit } = pen;
  const at = (share: number) => x + hand * width * share;
  const span = (from: number, to: number) => ({
    x: Math.min(at(from), at(to)),
    w: Math.abs(at(to) - at(from)),
  });
  touch(pen, x, y, width * 0.55, unit * 3);
  fillBox(pen, { ...span(0.46, 0.5), y: y - unit * 30, h: unit * 30 }, colours.wood, {
    radius: unit,
  });
  fillBox(pen, { ...span(-0.5, -0.46), y: y - unit * 16, h: unit * 16 }, colours.wood, {
    radius: unit,
  });
  fillBox(pen, { ...span(-0.47, 0.47), y: y - unit * 9, h: unit * 6 }, adjust(colours.wood, -0.05));
  fillBox(pen, { ...span(-0.46, 0.46), y: y - unit * 15, h: unit * 8 }, hex("#f1ebe0"), {
    radius: unit * 1.5,
  });
  fillBox(pen, { ...span(0.22, 0.45), y: y - unit * 21, h: unit * 8 }, hex("#f7f2e8"), {
    radius: unit * 3,
  });
  fillBox(
    pen,
    { ...span(0.26, 0.43), y: y - unit * 23, h: unit * 7 },
    adjust(colours.accent, 0.08),
    { radius: unit * 3 },
  );
  // The blanket hangs over the edge in folds.
  const fill = context.createLinearGradient(0, y - unit * 18, 0, y - unit * 3);
  fill.addColorStop(0, css(adjust(colours.cloth, 0.07)));
  fill.addColorStop(1, css(adjust(colours.cloth, -0.08)));
  context.fillStyle = fill;
  context.beginPath();
  context.moveTo(at(0.2), y - unit * 17);
  context.quadraticCurveTo(at(-0.1), y - unit * 19, at(-0.45), y - unit * 16.5);
  context.lineTo(at(-0.455), y - unit * 5);
  for (let fold = 0; fold < 6; fold++) {
    const from = -0.455 + fold * 0.109;
    context.quadraticCurveTo(
      at(from + 0.055),
      y - unit * (fold % 2 ? 2.5 : 6),
      at(from + 0.109),
      y - unit * 4.5,
    );
  }
  context.closePath();
  context.fill();
  fillBox(pen, { ...span(0.15, 0.22), y: y - unit * 17.5, h: unit * 13 }, hex("#f1ebe0"), {
    radius: unit,
  });
}

/** A small table with a lamp on it. */
export function drawNightstand(pen: Pen, x: number, y: number): Lamp {
  const { colours, unit } = pen;
  const box: Box = { x: x - unit * 7, y: y - unit * 17, w: unit * 14, h: unit * 17 };
  touch(pen, x, y, unit * 9, unit * 1.6);
  fillBox(pen, box, colours.wood);
  for (const drawer of [0.1, 0.54]) {
    fillBox(
      pen,
      { x: box.x + unit, y: box.y + box.h * drawer, w: box.w - unit * 2, h: box.h * 0.36 },
      adjust(colours.wood, 0.06),
    );
    fillBox(pen, { x: x - unit, y: box.y + box.h * (drawer + 0.14), w: unit * 2, h: unit }, METAL, {
      radius: unit / 2,
    });
  }
  fillBox(pen, { x: x - unit * 0.6, y: box.y - unit * 7, w: unit * 1.2, h: unit * 7 }, METAL);
  drawLampshade(pen, x, box.y - unit * 15, unit * 12);
  return { x, y: box.y - unit * 10, reach: unit * 40 };
}

/** A table seen from the front, its top at `top`. */
export function drawTable(pen: Pen, x: number, top: number, foot: number, width: number): void {
  const { colours, unit } = pen;
  touch(pen, x, foot, width * 0.5, unit * 2);
  for (const leg of [-0.42, 0.42]) {
    fillBox(
      pen,
      { x: x + width * leg - unit * 1.4, y: top, w: unit * 2.8, h: foot - top },
      adjust(colours.wood, -0.08),
    );
  }
  fillBox(
    pen,
    { x: x - width / 2, y: top - unit * 2.4, w: width, h: unit * 4 },
    adjust(colours.wood, 0.05),
    { radius: unit },
  );
}

/** Shelves full of books from the floor up. */
export function drawBookcase(pen: Pen, box: Box, shelves: number, columns: number): void {
  const { colours, unit } = pen;
  castOnWall(pen, box, 1);
  touch(pen, box.x + box.w / 2, box.y + box.h, box.w * 0.54, unit * 2.4);
  fillBox(pen, box, adjust(colours.wood, -0.02));
  const thick = unit * 1.3;
  const w = (box.w - thick * (columns + 1)) / columns;
  const h = (box.h - thick * (shelves + 1) - unit * 2) / shelves;
  for (let row = 0; row < shelves; row++) {
    for (let column = 0; column < columns; column++) {
      const x = box.x + thick + column * (w + thick);
      const y = box.y + thick + row * (h + thick);
      fillBox(pen, { x, y, w, h }, adjust(colours.wood, -0.2), { shade: 0.03 });
      drawBooks(pen, x + unit * 0.3, y + h, w - unit * 0.6, h * 0.92);
    }
  }
}
