/** A head with a face, from the front or turned by three quarters, as SVG text. */
import { line, oval, path } from "../drawn/shapes.ts";
import { type PersonLook, tone } from "./look.ts";

/** The face looks this far aside where it is turned. */
const TURNED = 4.4;

function hairBehind({ hair, hairColour, build }: PersonLook): string {
  const dark = tone(hairColour, -0.25);
  if (hair === "long")
    return path("M24 42C16 8 84 8 76 42c2 22 4 40 6 54-18 8-46 8-64 0 2-14 4-32 6-54z", dark);
  if (hair === "wave")
    return path(
      "M24 40C14 6 86 6 76 40c8 8 0 14 6 22s-2 14 2 22c-12 8-56 8-68 0 4-8-4-14 2-22s-2-14 6-22z",
      dark,
    );
  if (hair === "bun") return oval(50, 10, 12, dark) + path("M25 44C18 10 82 10 75 44z", dark);
  if (hair === "bald" || build === "man" || build === "boy") return "";
  return path("M23 44C16 8 84 8 77 44c3 10 1 20-3 24H26c-4-4-6-14-3-24z", dark);
}

function hairAbove({ hair, hairColour, build, turn }: PersonLook): string {
  const lit = tone(hairColour, 0.22);
  const shift = turn * TURNED;
  if (hair === "bald") return "";
  const man = build === "man" || build === "boy";
  if (hair === "short" && man) {
    return (
      path(
        `M25 44C20 10 36 8 50 8s30 2 25 36c-2-8-4-14-8-18-10 2-24 2-34 0-4 4-6 10-8 18z`,
        hairColour,
      ) + line(`M${34 + shift} 16c8-5 20-5 28-1`, lit, 2)
    );
  }
  const parting = 50 + shift * 2;
  return (
    path(
      `M24 56C18 12 36 6 50 6s32 6 26 50c-2-14-8-24-${26 - shift * 2}-34-10 12-22 18-${24 + shift * 2} 34z`,
      hairColour,
    ) + line(`M${parting} 11c-8 5-16 12-20 22M${parting} 11c9 4 15 10 19 20`, lit, 1.6)
  );
}

function eye(x: number, y: number, look: PersonLook): string {
  const iris = look.eyes ?? (look.skin > "#c" ? "#4f7186" : "#4a2f1d");
  const lash = look.build === "woman" || look.build === "girl" ? 1.9 : 1.3;
  const gaze = x + look.turn * 0.9;
  return (
    oval(x, y, 5.3, "#fbf8f3", 3.2) +
    oval(gaze, y + 0.1, 2.9, iris) +
    oval(gaze, y + 0.1, 1.5, "#141013") +
    oval(gaze + 1, y - 1, 0.8, "#ffffff") +
    line(`M${x - 5.6} ${y - 0.6}q5.6-5 11.2 0`, "#2a1c18", lash) +
    line(`M${x - 4} ${y + 3.2}q4 1.4 8 0`, tone(look.skin, -0.25), 0.7)
  );
}

const MOUTHS = {
  smile: "q9 7 18 0q-9 2.4-18 0z",
  sad: "q9-6 18 0q-9-2-18 0z",
  open: "q9-4 18 0q-9 14-18 0z",
  calm: "q4.5-3 9-.6q4.5-2.4 9 .6q-9 6-18 0z",
};

function face(look: PersonLook): string {
  const { skin, hairColour, turn, beard, old } = look;
  const shift = turn * TURNED;
  const x = 50 + shift;
  const near = 10.4 + turn * 1.2;
  const far = 10.4 - turn * 1.2;
  const woman = look.build === "woman" || look.build === "girl";
  const brow = tone(hairColour, -0.1);
  const lips = woman ? "#b8434a" : tone(skin, -0.32);
  const brows =
    line(`M${x - near - 6} 38q6-4 11-1`, brow, woman ? 1.6 : 2.6) +
    line(`M${x + far + 6} 38q-6-4-11-1`, brow, woman ? 1.6 : 2.6);
  const nose =
    path(`M${x + turn} 44l${turn < 0 ? -4 : 4} 14q-${turn < 0 ? -4 : 4} 3-7 0z`, tone(skin, -0.1)) +
    line(`M${x - 3.6} 58.6q3.6 2.4 7.2 0`, tone(skin, -0.34), 1.2);
  const cheeks = `<g opacity="0.2">${oval(x - 15, 59, 6, "#e0705c", 4)}${oval(x + 15, 59, 6, "#e0705c", 4)}</g>`;
  const whiskers = beard
    ? path(
        `M${27 + shift / 2} 54c2 30 12 38 23 38s21-8 23-38c-5 8-9 9-14 8-5-3-13-3-18 0-5 1-9 0-14-8z`,
        old ? "#d9d5cf" : hairColour,
      )
    : "";
  const mouth = path(
    `M${x - 9} 68${MOUTHS[look.mood ?? "calm"]}`,
    look.mood === "open" ? "#5a1f22" : lips,
  );
  const lines = old
    ? line(
        `M${x - 20} 47l-4 2M${x + 20} 47l4 2M${x - 12} 60q-3 4-3 8M${x + 12} 60q3 4 3 8M${x - 10} 30h20`,
        tone(skin, -0.22),
        0.9,
      )
    : "";
  const rim = look.glasses === "dark" ? "#15161a" : "none";
  const glasses = look.glasses
    ? [x - near, x + far]
        .map(
          (at) =>
            `<rect x="${at - 8}" y="39" width="16" height="12" rx="5" fill="${rim}" stroke="#1c1d22" stroke-width="1.6"/>`,
        )
        .join("") +
      line(`M${x - 2.4} 43h4.8M${x - near - 8} 43L24 40M${x + far + 8} 43L76 40`, "#1c1d22", 1.6)
    : "";
  return (
    cheeks +
    nose +
    whiskers +
    mouth +
    lines +
    eye(x - near, 45, look) +
    eye(x + far, 45, look) +
    brows +
    glasses
  );
}

function headwear({ headwear: kind, headwearColour = "#8a5a34" }: PersonLook): string {
  const dark = tone(headwearColour, -0.35);
  switch (kind) {
    case "hat":
      return (
        path("M30 18C28-8 40-10 50-7 60-10 72-8 70 18z", headwearColour) +
        path("M30 12h40v7H30z", dark) +
        oval(50, 20, 38, headwearColour, 6)
      );
    case "crown":
      return (
        path("M27 18L24-6l13 11L50-11 63 5 76-6l-3 24z", "#e2b33c") +
        oval(50, 9, 3, "#c2364a") +
        path("M27 14h46v5H27z", "#b9862a")
      );
    case "helmet":
      return path("M22 26C18-12 82-12 78 26z", headwearColour) + path("M20 22h60v6H20z", dark);
    case "toque":
      return (
        path("M30 18l-4-20c-8-12 8-20 14-12 4-8 16-8 20 0 6-8 22 0 14 12l-4 20z", "#fbfaf6") +
        path("M30 12h40v7H30z", "#e3e1da")
      );
    case "hood":
      return path("M16 62C8-8 92-8 84 62c-4-30-12-44-34-46-22 2-30 16-34 46z", headwearColour);
    default:
      return "";
  }
}

/** A head on a sheet of 100 by 100, chin at 88, the neck below it left to the body. */
export function drawHead(look: PersonLook): { behind: string; before: string } {
  const { skin, turn } = look;
  const ears =
    oval(24.5 + turn * 2, 48, 4, tone(skin, -0.08), 6) +
    oval(75.5 + turn * 2, 48, 4, tone(skin, -0.08), 6);
  const plain = path(
    `M25 42C25 8 75 8 75 42c0 20-3 28-10 38-5 7-10 9-15 9s-10-2-15-9c-7-10-10-18-10-38z`,
    skin,
  );
  const side = turn > 0 ? 0 : 1;
  const shade = `<g opacity="0.13" transform="translate(${side * 100} 0) scale(${side ? -1 : 1} 1)">${path("M25 42c0 20 3 28 10 38 5 7 10 9 15 9-9-8-15-24-15-66-6 4-10 10-10 19z", tone(skin, -0.6))}</g>`;
  return {
    behind: hairBehind(look),
    before: ears + plain + shade + face(look) + hairAbove(look) + headwear(look),
  };
}
