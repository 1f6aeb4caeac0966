/** The heads of animals with joints: from the side, and turned to the viewer. */
import { line, oval, path } from "../drawn/shapes.ts";
import { tone } from "../people/look.ts";
import type { Point } from "./skeleton.ts";
import type { Species } from "./species.ts";
import { at, tube } from "./tube.ts";

const EAR_SHARES = { pointed: 1.05, round: 0.6, long: 2.1, leaf: 0.95, floppy: 1 } as const;

type Painted = { behind: string; before: string };

const ovalAt = ([x, y]: Point, rx: number, ry: number, fill: string): string =>
  oval(x, -y, rx, fill, ry);

/** An ear at `root` that points along `lean` degrees from upright, to the right above 0. */
function ear(animal: Species, root: Point, lean: number, fill: string): string {
  const { head, ears } = animal;
  const length = head * EAR_SHARES[ears];
  const [x, y] = root;
  const angle = ((ears === "floppy" ? 165 - lean : lean) * Math.PI) / 180;
  const along = (u: number, v: number): string =>
    at(
      x + Math.sin(angle) * u * length + Math.cos(angle) * v * head,
      y + Math.cos(angle) * u * length - Math.sin(angle) * v * head,
    );
  if (ears === "round") return ovalAt([x, y + head * 0.18], head * 0.42, head * 0.42, fill);
  const wide = ears === "pointed" ? 0.42 : ears === "floppy" ? 0.36 : 0.26;
  const bulge = ears === "pointed" ? 0.5 : 1.1;
  return path(
    `M${along(0, -wide)}Q${along(bulge * 0.5, -wide * 1.25)} ${along(1, 0)}Q${along(bulge * 0.5, wide * 1.25)} ${along(0, wide)}z`,
    fill,
  );
}

function crownOf(animal: Species, [x, y]: Point, side: -1 | 0 | 1): string {
  const { crown, head: r } = animal;
  const bone = "#cdbb98";
  // Seen from the side both horns lean back; from the front one to each side.
  const go = (u: number, v: number): string => at(x + (side === 0 ? u : side * u) * r, y + v * r);
  if (crown === "antlers") {
    const beam = `M${go(0, 0)}Q${go(0.9, 1)} ${go(0.5, 2.4)}`;
    const tines = `M${go(0.45, 0.8)}L${go(-0.3, 1.6)}M${go(0.68, 1.5)}L${go(1.5, 2.1)}M${go(0.6, 1.9)}L${go(0, 2.6)}`;
    return line(beam + tines, "#8a6a45", r * 0.2);
  }
  if (crown === "horns")
    return line(`M${go(0, 0)}Q${go(0.7, 0.3)} ${go(0.5, 1.1)}`, bone, r * 0.26);
  if (crown === "curl")
    return line(
      `M${go(0, 0)}C${go(1.2, 0.6)} ${go(1.5, -0.9)} ${go(0.5, -0.8)}S${go(0.3, -0.2)} ${go(0.6, -0.3)}`,
      bone,
      r * 0.36,
    );
  if (crown === "horn")
    return side > 0 ? "" : line(`M${go(-0.2, 0)}L${go(-1, 2.2)}`, "#e6cf8f", r * 0.22);
  return "";
}

/** Seen from its left side, the muzzle `tilt` degrees below level. */
export function sideHead(animal: Species, skull: Point, tilt: number, asleep: boolean): Painted {
  const { head: r, muzzle, tip, face, nose } = animal;
  const coat = animal.mask ?? animal.coat;
  const angle = (tilt * Math.PI) / 180;
  const [x, y] = skull;
  const to = (forward: number, up: number): Point => [
    x - Math.cos(angle) * forward - Math.sin(angle) * up,
    y - Math.sin(angle) * forward + Math.cos(angle) * up,
  ];
  const far = tone(coat, -0.26);
  const end = to(r * 0.55 + muzzle, -r * 0.28);
  const root = to(-r * 0.35, r * 0.72);
  const behind =
    crownOf(animal, root, 0) +
    ear(animal, to(-r * 0.1, r * 0.8), animal.ears === "floppy" ? 10 : 14, far);
  const bridge = tube([
    [...to(0, 0), r],
    [...to(r * 0.75, -r * 0.12), r * 0.7],
    [...end, tip],
  ]);
  const chin = face
    ? path(
        tube([
          [...to(r * 0.1, -r * 0.5), r * 0.42],
          [...to(r * 0.75, -r * 0.45), r * 0.36],
          [...to(r * 0.5 + muzzle, -r * 0.28 - tip * 0.45), tip * 0.55],
        ]),
        face,
      )
    : "";
  const eye = to(r * 0.42, r * 0.18);
  const mouth = `M${at(...to(r * 0.5 + muzzle, -r * 0.28 - tip * 0.4))}Q${at(...to(r * 0.6 + muzzle * 0.4, -r * 0.5))} ${at(...to(r * 0.55, -r * 0.42))}`;
  const open =
    ovalAt(eye, r * 0.17, r * 0.17, "#1b1513") +
    ovalAt(to(r * 0.47, r * 0.25), r * 0.06, r * 0.06, "#fff");
  const shut = line(
    `M${at(...to(r * 0.26, r * 0.18))}Q${at(...to(r * 0.42, r * 0.04))} ${at(...to(r * 0.6, r * 0.14))}`,
    tone(coat, -0.6),
    r * 0.1,
  );
  const trunk =
    animal.chest > 34 && animal.foot > 10
      ? path(
          tube([
            [...to(r * 0.7, -r * 0.1), r * 0.5],
            [...to(r * 1.2, -r * 1.2), r * 0.3],
            [...to(r * 1.15, -r * 2.6), r * 0.2],
            [...to(r * 1.55, -r * 3), r * 0.16],
          ]),
          "url(#coat)",
        ) +
        line(
          `M${at(...to(r * 0.6, -r * 0.7))}Q${at(...to(r, -r * 1.2))} ${at(...to(r * 1.5, -r * 1.1))}`,
          "#efe9dc",
          r * 0.14,
        )
      : ovalAt(to(r * 0.55 + muzzle + tip * 0.55, -r * 0.2), tip * 0.5, tip * 0.42, nose);
  const before =
    path(bridge, animal.mask ?? "url(#coat)") +
    chin +
    (trunk ? trunk : "") +
    line(mouth, tone(coat, -0.55), r * 0.07) +
    (asleep ? shut : open) +
    ear(
      animal,
      to(-r * 0.45, r * 0.62),
      animal.ears === "floppy" ? 10 : 26,
      animal.ears === "round" ? tone(coat, -0.1) : tone(coat, 0.04),
    );
  return { behind, before };
}

/** Turned to the viewer. */
export function frontHead(animal: Species, [x, y]: Point): Painted {
  const { head: r, muzzle, tip, face, nose } = animal;
  const coat = animal.mask ?? animal.coat;
  const long = muzzle > 16;
  const drop = long ? r * 0.95 : r * 0.5;
  const wide = Math.max(tip * 1.25, r * 0.42);
  const go = (u: number, v: number): Point => [x + u * r, y + v * r];
  const pair = (draw: (side: -1 | 1) => string): string => draw(-1) + draw(1);
  const behind = pair(
    (side) =>
      crownOf(animal, go(side * 0.4, 0.75), side) +
      ear(
        animal,
        go(side * 0.62, 0.62),
        side * (animal.ears === "leaf" ? 62 : 24),
        tone(coat, -0.06),
      ) +
      (animal.ears === "pointed"
        ? `<g opacity="0.55">${ear({ ...animal, head: r * 0.62 }, go(side * 0.64, 0.66), side * 24, tone(coat, -0.5))}</g>`
        : ""),
  );
  const skull = ovalAt([x, y], r * 1.02, r, animal.mask ?? "url(#coat)");
  const snout = path(
    tube([
      [x, y - r * 0.05, r * 0.62],
      [x, y - drop, wide],
    ]),
    face ?? tone(animal.mask ?? coat, 0.08),
  );
  const cheeks = face ? pair((side) => ovalAt(go(side * 0.5, -0.35), r * 0.42, r * 0.4, face)) : "";
  const noseAt: Point = [x, y - drop - wide * 0.15];
  const before =
    skull +
    cheeks +
    snout +
    pair(
      (side) =>
        ovalAt(go(side * 0.46, 0.16), r * 0.17, r * 0.19, "#1b1513") +
        ovalAt(go(side * 0.46 + 0.05, 0.23), r * 0.06, r * 0.06, "#fff"),
    ) +
    ovalAt(noseAt, wide * 0.55, wide * 0.38, nose) +
    line(
      `M${at(noseAt[0], noseAt[1] - wide * 0.3)}v${wide * 0.35}M${at(x - wide * 0.5, noseAt[1] - wide * 0.62)}Q${at(x, noseAt[1] - wide * 0.95)} ${at(x + wide * 0.5, noseAt[1] - wide * 0.62)}`,
      tone(coat, -0.6),
      r * 0.07,
    );
  return { behind, before };
}
