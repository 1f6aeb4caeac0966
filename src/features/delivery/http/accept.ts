import type { VariantFormat } from "#app/adapters/imaging/port.ts";

function weightOf(range: string): number {
  const given = /;\s*q\s*=\s*([^;\s]*)/i.exec(range);
  if (given === null) return 1;
  return /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(given[1]) ? Number(given[1]) : 0;
}

/**
 * The best format that a client names in its Accept header: avif or webp by weight, avif first at the same weight,
 * else jpg. Wildcards do not tell what a client can show, so they count for jpg only.
 */
export function formatFor(accept: string | undefined): VariantFormat {
  let [best, weight]: [VariantFormat, number] = ["jpg", 0];
  for (const range of (accept ?? "").toLowerCase().split(",")) {
    const type = range.split(";", 1)[0].trim();
    const given = weightOf(range);
    if (type !== "image/avif" && type !== "image/webp") continue;
    const isBetter = given > weight || (given === weight && given > 0 && type === "image/avif");
    if (isBetter) [best, weight] = [type === "image/avif" ? "avif" : "webp", given];
  }
  return best;
}
