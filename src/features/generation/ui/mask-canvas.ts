import type { EditDocument, MaskOp } from "#app/rules/edit-document.ts";
import type { EditShape } from "#app/rules/edit-limits.ts";
import { softened } from "#app/rules/mask-softness.ts";

/** A mask on a canvas of the source's size: what is to change is opaque. */
type Canvas = HTMLCanvasElement;

/** Longer side of the picture that shows what growing and feathering do, in px. */
const previewSide = 640;
/** Rows that are read from a canvas at a time, so that 16 megapixels need no 64 MB of memory. */
const stripRows = 256;

const contextOf = (canvas: Canvas, settings?: CanvasRenderingContext2DSettings) => {
  const context = canvas.getContext("2d", settings);
  if (context === null) throw new Error("This browser has no canvas");
  return context;
};

export function newCanvas(width: number, height: number): Canvas {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

function pen(canvas: Canvas, erases: boolean, colour: string): CanvasRenderingContext2D {
  const context = contextOf(canvas);
  context.globalCompositeOperation = erases ? "destination-out" : "source-over";
  context.fillStyle = colour;
  context.strokeStyle = colour;
  context.lineCap = "round";
  return context;
}

/**
 * Paints points of a stroke from one of them on, each joined to the one before. The same whether it is drawn point by
 * point or at once.
 * @param points x, y and radius of each
 * @param from index of the first new point
 */
export function paintStroke(
  canvas: Canvas,
  points: readonly number[],
  from: number,
  erases: boolean,
  colour: string,
): void {
  const context = pen(canvas, erases, colour);
  for (let at = from * 3; at < points.length; at += 3) {
    const [x, y, radius] = [points[at], points[at + 1], points[at + 2]];
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    if (at === 0) continue;
    context.lineWidth = radius + points[at - 1];
    context.beginPath();
    context.moveTo(points[at - 3], points[at - 2]);
    context.lineTo(x, y);
    context.stroke();
  }
}

function paintOp(canvas: Canvas, op: MaskOp, colour: string): void {
  if (op.kind === "stroke") return paintStroke(canvas, op.points, 0, op.erases, colour);
  const context = pen(canvas, op.kind !== "invert" && op.erases, colour);
  if (op.kind === "rectangle") context.fillRect(op.x, op.y, op.width, op.height);
  else if (op.kind === "lasso") {
    context.beginPath();
    for (let at = 0; at < op.points.length; at += 2)
      context.lineTo(op.points[at], op.points[at + 1]);
    context.fill();
  } else {
    context.globalCompositeOperation = "xor";
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  return undefined;
}

/** Reads a kept mask, a grey picture, as opacity in one colour; null if it cannot be read. */
export async function readMask(address: string, colour: string): Promise<Canvas | null> {
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
  } catch {
    return null;
  }
  const { naturalWidth: width, naturalHeight: height } = picture;
  const canvas = newCanvas(width, height);
  const context = contextOf(canvas, { willReadFrequently: true });
  context.drawImage(picture, 0, 0);
  for (let y = 0; y < height; y += stripRows) {
    const strip = context.getImageData(0, y, width, Math.min(stripRows, height - y));
    // White is opaque: the brightness, the same in all three channels, becomes the opacity.
    for (let at = 0; at < strip.data.length; at += 4) strip.data[at + 3] = strip.data[at];
    context.putImageData(strip, 0, y);
  }
  context.globalCompositeOperation = "source-in";
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
  return canvas;
}

type Painted = Pick<EditDocument, "base" | "ops">;

/**
 * Brings a canvas from one state of the mask to another: only what is new is painted where the old changes begin the
 * new ones.
 * @param base the kept mask that the changes are made to
 */
export function paintMask(
  canvas: Canvas,
  from: Painted | null,
  { base: id, ops }: Painted,
  base: Canvas | null,
  colour: string,
): void {
  const goesOn =
    from !== null &&
    from.base === id &&
    from.ops.length <= ops.length &&
    from.ops.every((op, index) => op === ops[index]);
  if (!goesOn) {
    const context = contextOf(canvas);
    context.globalCompositeOperation = "source-over";
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (base !== null) context.drawImage(base, 0, 0);
  }
  for (const op of ops.slice(goesOn ? from.ops.length : 0)) paintOp(canvas, op, colour);
}

/** Whether nothing of a mask is to change. */
export function isBlank(canvas: Canvas): boolean {
  const { width, height } = canvas;
  const context = contextOf(canvas);
  for (let y = 0; y < height; y += stripRows) {
    const { data } = context.getImageData(0, y, width, Math.min(stripRows, height - y));
    for (let at = 3; at < data.length; at += 4) if (data[at] > 0) return false;
  }
  return true;
}

/** The mask as the API takes it: a PNG with white for what changes, on black. */
export async function maskFile(canvas: Canvas): Promise<Blob> {
  const { width, height } = canvas;
  const copy = newCanvas(width, height);
  const context = contextOf(copy);
  context.drawImage(canvas, 0, 0);
  context.globalCompositeOperation = "source-in";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#000";
  context.fillRect(0, 0, width, height);
  const made = Promise.withResolvers<Blob | null>();
  copy.toBlob(made.resolve, "image/png");
  const file = await made.promise;
  if (file === null) throw new Error("The mask could not be written");
  return file;
}

/**
 * Shows what growing and feathering make of a mask, at a size that is quick to compute.
 * @param shown takes the result; it gets a size of its own
 */
export function paintSoftened(
  mask: Canvas,
  shown: Canvas,
  { grow, feather }: Pick<EditShape, "grow" | "feather">,
): void {
  const scale = Math.min(1, previewSide / Math.max(mask.width, mask.height));
  const width = Math.max(1, Math.round(mask.width * scale));
  const height = Math.max(1, Math.round(mask.height * scale));
  shown.width = width;
  shown.height = height;
  const context = contextOf(shown, { willReadFrequently: true });
  context.drawImage(mask, 0, 0, width, height);
  const image = context.getImageData(0, 0, width, height);
  const { data } = image;
  const opacity = new Uint8Array(width * height);
  let [red, green, blue] = [0, 0, 0];
  for (let at = 0; at < opacity.length; at += 1) {
    opacity[at] = data[at * 4 + 3];
    if (opacity[at] === 255) [red, green, blue] = data.subarray(at * 4, at * 4 + 3);
  }
  const soft = softened(opacity, { width, height }, grow * scale, feather * scale);
  for (let at = 0; at < soft.length; at += 1) {
    data[at * 4] = red;
    data[at * 4 + 1] = green;
    data[at * 4 + 2] = blue;
    data[at * 4 + 3] = soft[at];
  }
  context.putImageData(image, 0, 0);
}
