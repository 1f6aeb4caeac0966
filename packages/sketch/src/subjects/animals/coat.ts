/** What is on an animal's coat. */
import { line, oval } from "../drawn/shapes.ts";
import type { Species } from "./species.ts";
import { type Bead, at } from "./tube.ts";

/** Stripes, spots or patches that stay inside the tube of the beads. */
export function marks(animal: Species, beads: readonly Bead[]): string {
  if (!animal.marks) return "";
  const { kind, colour } = animal.marks;
  const [a, , c] = beads;
  const count = kind === "stripes" ? 8 : kind === "spots" ? 9 : 4;
  let out = "";
  for (let i = 0; i < count; i++) {
    const t = (i + 0.5) / count;
    const [x, y, r] = [
      a[0] + (c[0] - a[0]) * t,
      a[1] + (c[1] - a[1]) * t,
      Math.min(a[2], c[2]) * 0.86,
    ];
    const sway = ((i * 37) % 7) - 3;
    if (kind === "stripes") {
      out += line(
        `M${at(x + sway * 0.3, y + r)}Q${at(x - 3, y + r * 0.3)} ${at(x + 1, y - r * (0.34 - 0.3 * (i % 2)))}`,
        colour,
        r * (i % 2 ? 0.1 : 0.15),
      );
    } else if (kind === "spots") {
      for (const v of [0.62, 0.12, -0.4])
        out += oval(x + (v > 0.3 ? 2 : -2), -(y + r * v + sway * 0.4), r * 0.15, colour, r * 0.12);
    } else
      out += oval(
        x + sway,
        -(y + r * (0.3 + 0.1 * sway)),
        r * (0.34 + 0.05 * (i % 3)),
        colour,
        r * 0.3,
      );
  }
  return out;
}

/** Curls along the outline. */
export function wool(animal: Species, beads: readonly Bead[]): string {
  if (!animal.wool) return "";
  const [a, , c] = beads;
  const count = 9;
  return Array.from({ length: count }, (_, i) => {
    const t = i / (count - 1);
    const [x, y, r] = [
      a[0] + (c[0] - a[0]) * t,
      a[1] + (c[1] - a[1]) * t,
      a[2] + (c[2] - a[2]) * t,
    ];
    const curl = (up: number) => oval(x, -(y + r * up), r * 0.34, "url(#coat)", r * 0.3);
    return curl(0.86) + curl(-0.7) + curl(0.2);
  }).join("");
}
