/** What stands and hangs in a kitchen: cupboards, a cooker, a shelf of crockery. */
import { adjust, css, hex } from "../core/color.ts";
import { type Box, castOnWall, fillBox, type Pen, touch } from "./interior-pen.ts";

const ENAMEL = hex("#e9e4d8");
const IRON = hex("#35332f");
const CROCKERY = ["#e8e1d0", "#b9653f", "#5f7f92", "#d9a441", "#7c8b5e"];

/** Cupboards along the wall under a worktop; a cooker stands among them. */
export function drawCupboards(pen: Pen, x: number, foot: number, width: number): Box {
  const { colours, unit } = pen;
  const height = unit * 34;
  const top = foot - height;
  const doors = 5;
  const cooker = pen.rng.pick([1, 3]);
  touch(pen, x + width / 2, foot, width * 0.54, unit * 2.5);
  fillBox(pen, { x, y: top, w: width, h: height }, adjust(colours.accent, -0.12));
  const w = width / doors;
  for (let door = 0; door < doors; door++) {
    const box: Box = {
      x: x + door * w + unit * 0.6,
      y: top + unit * 4,
      w: w - unit * 1.2,
      h: height - unit * 7,
    };
    if (door === cooker) drawCooker(pen, { ...box, y: top, h: height - unit });
    else {
      fillBox(pen, box, colours.accent, { radius: unit * 0.6, shade: 0.03 });
      const knob = box.x + (door < cooker ? box.w - unit * 2.4 : unit * 1.2);
      fillBox(pen, { x: knob, y: box.y + unit * 3, w: unit * 1.2, h: unit * 4 }, IRON, {
        radius: unit * 0.6,
      });
    }
  }
  fillBox(
    pen,
    { x: x - unit, y: top - unit * 1.5, w: width + unit * 2, h: unit * 3.4 },
    adjust(colours.wood, 0.08),
  );
  drawPot(pen, x + (cooker + 0.5) * w, top - unit * 1.5);
  drawJug(pen, x + (cooker === 1 ? 3.5 : 1.4) * w, top - unit * 1.5);
  return { x, y: top, w: width, h: height };
}

function drawCooker(pen: Pen, box: Box): void {
  const { unit } = pen;
  fillBox(pen, box, ENAMEL, { shade: 0.04 });
  fillBox(
    pen,
    { x: box.x + unit, y: box.y + box.h * 0.34, w: box.w - unit * 2, h: box.h * 0.5 },
    IRON,
    { radius: unit },
  );
  fillBox(
    pen,
    { x: box.x + unit * 2, y: box.y + box.h * 0.4, w: box.w - unit * 4, h: box.h * 0.34 },
    adjust(IRON, 0.12),
    { radius: unit },
  );
  fillBox(
    pen,
    { x: box.x + unit * 1.5, y: box.y + box.h * 0.27, w: box.w - unit * 3, h: unit },
    IRON,
    { radius: unit / 2 },
  );
  for (const knob of [0.2, 0.5, 0.8]) {
    const size = unit * 1.8;
    fillBox(
      pen,
      { x: box.x + box.w * knob - size / 2, y: box.y + unit * 4, w: size, h: size },
      IRON,
      { radius: size },
    );
  }
}

function drawPot(pen: Pen, x: number, y: number): void {
  const { colours, unit } = pen;
  const red = adjust(colours.accent, -0.02, 1.3, 150);
  fillBox(pen, { x: x - unit * 6.6, y: y - unit * 5, w: unit * 13.2, h: unit * 1.4 }, IRON, {
    radius: unit,
  });
  fillBox(pen, { x: x - unit * 5, y: y - unit * 7, w: unit * 10, h: unit * 7 }, red, {
    radius: unit * 1.2,
  });
  fillBox(
    pen,
    { x: x - unit * 5.4, y: y - unit * 8, w: unit * 10.8, h: unit * 1.6 },
    adjust(red, 0.05),
    { radius: unit },
  );
  fillBox(pen, { x: x - unit, y: y - unit * 9.4, w: unit * 2, h: unit * 1.6 }, IRON, {
    radius: unit,
  });
}

/** A jug with wooden spoons in it. */
function drawJug(pen: Pen, x: number, y: number): void {
  const { context, colours, unit } = pen;
  for (const [lean, length] of [
    [-0.3, 12],
    [0, 14],
    [0.28, 12.5],
  ]) {
    context.save();
    context.translate(x, y - unit * 5);
    context.rotate(lean);
    fillBox(
      pen,
      { x: -unit * 0.4, y: -unit * length * 0.75, w: unit * 0.8, h: unit * length * 0.75 },
      colours.wood,
    );
    context.fillStyle = css(adjust(colours.wood, 0.06));
    context.beginPath();
    context.ellipse(0, -unit * length * 0.78, unit * 1.3, unit * 2, 0, 0, Math.PI * 2);
    context.fill();
    context.restore();
  }
  fillBox(pen, { x: x - unit * 3, y: y - unit * 8, w: unit * 6, h: unit * 8 }, ENAMEL, {
    radius: unit * 1.4,
  });
}

/** Tiles between worktop and shelf. */
export function drawTiles({ context, unit, colours }: Pen, { x, y, w, h }: Box): void {
  const size = unit * 5;
  context.fillStyle = css(adjust(colours.wall, 0.12, 0.5));
  context.fillRect(x, y, w, h);
  context.strokeStyle = css(adjust(colours.wall, -0.02, 0.6));
  context.lineWidth = unit * 0.28;
  context.beginPath();
  for (let row = 0; row * size < h; row++) {
    context.moveTo(x, y + row * size);
    context.lineTo(x + w, y + row * size);
    for (let at = (row % 2) * size; at < w; at += size * 2) {
      context.moveTo(x + at, y + row * size);
      context.lineTo(x + at, Math.min(y + h, y + (row + 1) * size));
    }
  }
  context.stroke();
}

/** A shelf of plates, bowls and jars; its board is at `y`. */
export function drawCrockery(pen: Pen, x: number, y: number, width: number): void {
  const { context, colours, unit, rng } = pen;
  castOnWall(pen, { x, y, w: width, h: unit * 1.6 }, 0.5);
  const places = 6;
  const step = width / places;
  for (let place = 0; place < places; place++) {
    const middle = x + step * (place + 0.5);
    const color = adjust(hex(rng.pick(CROCKERY)), rng.range(-0.04, 0.04));
    const tall = rng.range(0.8, 1.1);
    const kind = (place + (rng.chance(0.5) ? 1 : 0)) % 3;
    if (kind === 0) {
      const radius = Math.min(step * 0.46, unit * 5 * tall);
      for (const share of [1, 0.64]) {
        context.fillStyle = css(adjust(color, share === 1 ? 0 : 0.06));
        context.beginPath();
        context.arc(middle, y - radius, radius * share, 0, Math.PI * 2);
        context.fill();
      }
    } else if (kind === 1) {
      const w = Math.min(step * 0.6, unit * 6);
      fillBox(pen, { x: middle - w / 2, y: y - unit * 8 * tall, w, h: unit * 8 * tall }, color, {
        radius: unit * 1.2,
      });
      fillBox(
        pen,
        { x: middle - w * 0.42, y: y - unit * (8 * tall + 1.4), w: w * 0.84, h: unit * 1.8 },
        colours.wood,
        { radius: unit * 0.4 },
      );
    } else {
      const r = Math.min(step * 0.4, unit * 4);
      for (let cup = 0; cup < 2; cup++) {
        context.fillStyle = css(adjust(color, cup * 0.05));
        context.beginPath();
        context.arc(middle, y - r * (1 + cup * 0.5), r, 0, Math.PI);
        context.fill();
      }
      context.fillRect(middle - r * 0.4, y - r * 0.12, r * 0.8, r * 0.12);
    }
  }
  fillBox(pen, { x, y, w: width, h: unit * 1.6 }, colours.wood);
}
