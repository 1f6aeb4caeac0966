import type { SizeRule } from "../port.ts";

const steps = (value: number, multiple: number) =>
  Math.max(multiple, Math.round(value / multiple) * multiple);

/** The size an engine can draw that is nearest in shape, then in area, to what was asked for. */
export function nearestSize(
  width: number,
  height: number,
  rule: SizeRule,
): { width: number; height: number } {
  if (rule.kind === "list") {
    const distance = ([w, h]: readonly [number, number]) =>
      Math.abs(Math.log(w / h / (width / height))) * 10 +
      Math.abs(Math.log((w * h) / (width * height)));
    const [w, h] = rule.list.toSorted((a, b) => distance(a) - distance(b))[0];
    return { width: w, height: h };
  }
  const area = rule.maxPixels ?? rule.max * rule.max;
  const scale = Math.min(1, rule.max / Math.max(width, height), Math.sqrt(area / (width * height)));
  const grow = Math.max(1, rule.min / Math.min(width * scale, height * scale));
  const side = (value: number) =>
    Math.min(rule.max - (rule.max % rule.multipleOf), steps(value * scale * grow, rule.multipleOf));
  return { width: side(width), height: side(height) };
}
