/** A person from the chest up, for a portrait. */
import type { Drawing } from "../library.ts";
import { line, oval, path } from "../drawn/shapes.ts";
import { drawHead } from "./head.ts";
import { type PersonLook, tone } from "./look.ts";

function collar({ outfit, top, scarf, skin }: PersonLook): string {
  const dark = tone(top, -0.3);
  const light = tone(top, 0.22);
  const wrap = scarf
    ? path("M32 92c10 8 26 8 36 0l4 10c-14 9-30 9-44 0z", scarf) +
      path("M36 100l10 3-3 27H31z", tone(scarf, -0.18))
    : "";
  switch (outfit) {
    case "suit":
    case "white coat":
      return (
        path("M38 96l12 10 12-10 2 34H36z", "#f4f4f1") +
        path("M47 104h6l2 6-2 20h-6l-2-20z", "#8f2a36") +
        path("M38 94L24 102l20 28h6zM62 94l14 8-20 28h-6z", dark) +
        wrap
      );
    case "dress":
      return (
        path("M34 102c6 14 26 14 32 0l-4-6c-6 6-18 6-24 0z", skin) +
        line("M34 102c6 14 26 14 32 0", light, 1.6) +
        wrap
      );
    case "robe":
    case "coat":
      return (
        path("M40 92l14 38h-8L30 98zM60 92L44 130h12l16-32z", light) +
        line("M40 92l12 38M60 92l-8 20", dark, 1.4) +
        wrap
      );
    case "armour":
      return (
        path("M30 98c12 8 28 8 40 0l2 12c-14 8-30 8-44 0z", light) +
        oval(20, 112, 16, light, 12) +
        oval(80, 112, 16, light, 12) +
        line("M50 106v24", dark, 1.6)
      );
    default:
      return line("M37 98c5 8 21 8 26 0", light, 3) + wrap;
  }
}

/** The drawing of a bust; its foot is the lower edge of the picture. */
export function bustDrawing(look: PersonLook): Drawing {
  const { skin, top, build } = look;
  const head = drawHead(look);
  const broad = build === "man" ? 6 : 0;
  const shoulders = path(
    `M${2 - broad} 132c2-22 ${8 + broad}-26 34-32 8 6 20 6 28 0 26 6 ${32 + broad * 0.4} 10 ${34 + broad} 32z`,
    look.outfit === "white coat" ? "#eef0f0" : top,
  );
  const folds = line("M20 132l4-14M80 132l-4-14", tone(top, -0.28), 1.6);
  const neck =
    path("M39 78h22v16c2 6-1 9-11 12-10-3-13-6-11-12z", tone(skin, -0.1)) +
    path("M39 84c6 8 16 8 22 0v6c-6 7-16 7-22 0z", tone(skin, -0.26));
  const body = head.behind + shoulders + folds + neck + collar(look) + head.before;
  return { w: 116, h: 152, body: `<g transform="translate(8 20)">${body}</g>` };
}
