/** Leaves: oval, long, eucalyptus and monstera. */
import { type Canvas, type SKRSContext2D, createCanvas } from "@napi-rs/canvas";
import { adjust, css } from "../core/color.ts";
import type { Rgb } from "../types.ts";

export type LeafKind = "oval" | "long" | "eucalyptus" | "monstera";

/** Half width as a share of the length. */
const WIDTHS: Readonly<Record<LeafKind, number>> = {
  oval: 0.3,
  long: 0.16,
  eucalyptus: 0.42,
  monstera: 0.5,
};

/** Draws a leaf of `length` pixels from its stalk at (x, y); angle 0 points up. */
export function leaf(
  context: SKRSContext2D,
  x: number,
  y: number,
  length: number,
  angle: number,
  color: Rgb,
  side: number,
  kind: LeafKind = "oval",
): void {
  const width = length * WIDTHS[kind];
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  if (kind === "monstera") {
    context.shadowColor = "rgba(0,0,0,.45)";
    context.shadowBlur = side * 0.02;
    context.drawImage(monstera(length, width, color), -length * 0.75, -length * 1.25);
  } else {
    drawOval(context, length, width, color, side);
  }
  context.restore();
}

function drawOval(
  context: SKRSContext2D,
  length: number,
  width: number,
  color: Rgb,
  side: number,
): void {
  const fold = context.createLinearGradient(-width, 0, width, 0);
  fold.addColorStop(0, css(adjust(color, 0.07)));
  fold.addColorStop(0.49, css(color));
  fold.addColorStop(0.51, css(adjust(color, -0.06)));
  fold.addColorStop(1, css(adjust(color, -0.12)));
  context.beginPath();
  context.moveTo(0, 0);
  context.bezierCurveTo(width, -length * 0.25, width * 0.9, -length * 0.72, 0, -length);
  context.bezierCurveTo(-width * 0.9, -length * 0.72, -width, -length * 0.25, 0, 0);
  context.shadowColor = "rgba(0,0,0,.35)";
  context.shadowBlur = side * 0.012;
  context.fillStyle = fold;
  context.fill();
  context.shadowBlur = 0;
  context.shadowColor = "transparent";
  context.clip();
  context.strokeStyle = css(adjust(color, 0.14, 0.9), 0.7);
  context.lineWidth = Math.max(0.7, length * 0.008);
  context.beginPath();
  context.moveTo(0, 0);
  context.lineTo(0, -length * 0.97);
  context.stroke();
  context.lineWidth *= 0.55;
  context.beginPath();
  for (let i = 1; i < 9; i++) {
    const y = (-length * i) / 9.5;
    const reach = width * 0.8 * Math.sin((Math.PI * i) / 9.5);
    for (const s of [-reach, reach]) {
      context.moveTo(0, y);
      context.quadraticCurveTo(s * 0.5, y - length * 0.03, s, y - length * 0.09);
    }
  }
  context.stroke();
}

/** A monstera on a canvas of its own, because its holes are cut out. */
function monstera(length: number, width: number, color: Rgb): Canvas {
  const size = Math.ceil(length * 1.5);
  const canvas = createCanvas(size, size);
  const context = canvas.getContext("2d");
  context.translate(length * 0.75, length * 1.25);
  const sheen = context.createLinearGradient(-width, 0, width, -length);
  sheen.addColorStop(0, css(adjust(color, -0.09)));
  sheen.addColorStop(1, css(adjust(color, 0.1)));
  context.fillStyle = sheen;
  context.beginPath();
  context.moveTo(0, 0);
  context.bezierCurveTo(width * 0.6, length * 0.2, width * 1.5, -length * 0.35, 0, -length);
  context.bezierCurveTo(-width * 1.5, -length * 0.35, -width * 0.6, length * 0.2, 0, 0);
  context.fill();
  cutHoles(context, length, width);
  context.globalCompositeOperation = "source-atop";
  context.strokeStyle = css(adjust(color, 0.2), 0.7);
  context.lineWidth = length * 0.009;
  context.beginPath();
  context.moveTo(0, 0);
  context.lineTo(0, -length * 0.96);
  context.stroke();
  context.lineWidth *= 0.5;
  context.beginPath();
  for (let i = 1; i < 6; i++) {
    const y = -length * 0.15 * i;
    for (const s of [-width, width]) {
      context.moveTo(0, y);
      context.quadraticCurveTo(s * 0.4, y - length * 0.05, s, y - length * 0.1);
    }
  }
  context.stroke();
  return canvas;
}

function cutHoles(context: SKRSContext2D, length: number, width: number): void {
  const hole = (x: number, y: number, rx: number, ry: number, turn: number) => {
    context.beginPath();
    context.ellipse(x, y, rx, ry, turn, 0, 7);
    context.fill();
  };
  context.globalCompositeOperation = "destination-out";
  for (const s of [-1, 1]) {
    for (let i = 1; i <= 4; i++) {
      const y = -length * (0.12 + 0.17 * i);
      hole(s * width * 0.78, y, width * 0.5, length * 0.028, s * -0.32);
    }
    for (let i = 0; i < 3; i++) {
      const y = -length * (0.3 + 0.17 * i);
      hole(s * width * 0.2, y, width * 0.07, length * 0.03, s * -0.5);
    }
  }
}
