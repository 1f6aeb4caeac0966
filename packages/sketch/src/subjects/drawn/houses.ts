/** Houses of town and country, seen from a corner, so that several of them make a village. */
import { box, line, oval, path, type Sheet } from "./shapes.ts";

const GLASS = "#3f5468";
const LIT = "#f6d98a";
const STONE = "#8d8478";

type Look = { front: string; side: string; roof: string; eaves: string; door: string };

/** A window with its frame and bars. */
function pane(x: number, y: number, w: number, h: number, frame: string, glass = GLASS): string {
  const [cx, cy] = [x + w / 2, y + h / 2];
  return (
    box(x - 0.8, y - 0.8, w + 1.6, h + 1.6, frame) +
    box(x, y, w, h, glass) +
    line(`M${cx} ${y}v${h}M${x} ${cy}h${w}`, frame, 0.7)
  );
}

/** Gable to the left, long side to the right. */
function gabled({ front, side, roof, eaves, door }: Look, more: string): Sheet {
  return [
    76,
    60,
    path("M57 16h7v-12h-7z", STONE),
    path("M24 26h46v31H24z", side),
    path("M4 30L18 10l14 20v27H4z", front),
    path("M15 8h44l13 20H34L20 8z", roof),
    path("M18 6L1 31l2.6 1.6L18 11.4l14.4 21.2L35 31z", eaves),
    path("M34 28h38v2.4H33z", "#00000030"),
    path("M11 57V41h8v16z", door),
    oval(17.6, 49.4, 0.7, "#d9c27a"),
    more,
  ];
}

const COTTAGE: Look = {
  front: "#efe6d2",
  side: "#d8ccb2",
  roof: "#a4513a",
  eaves: "#7d3a2a",
  door: "#4c6a5a",
};
const STONE_HOUSE: Look = {
  front: "#b9b0a2",
  side: "#9d9486",
  roof: "#5c6470",
  eaves: "#444b55",
  door: "#6b3f2a",
};
const CHALET: Look = {
  front: "#9a6a3e",
  side: "#7e5430",
  roof: "#5a4030",
  eaves: "#40291c",
  door: "#3f2c20",
};
const BARN: Look = {
  front: "#b23a30",
  side: "#8f2c26",
  roof: "#6d6a68",
  eaves: "#f0ece4",
  door: "#f0ece4",
};

export const HOUSES: Readonly<Record<string, Sheet>> = {
  cottage: gabled(
    COTTAGE,
    pane(22.5, 42, 6, 8, "#f7f3ea") +
      pane(14.5, 26, 7, 7, "#f7f3ea", LIT) +
      pane(41, 38, 8, 8, "#f7f3ea") +
      pane(56, 38, 8, 8, "#f7f3ea", LIT) +
      line("M36 57h34M6 57h4", "#6f8a4a", 2.4),
  ),
  "stone-house": gabled(
    STONE_HOUSE,
    line("M7 36h5M22 36h6M6 44h3M24 52h6M40 34h6M58 51h7M44 53h5M62 35h5", "#7f776b", 1) +
      pane(22.5, 42, 5, 8, "#e8e2d6") +
      pane(15.5, 25, 5, 7, "#e8e2d6") +
      pane(40, 39, 6, 9, "#e8e2d6", LIT) +
      pane(58, 39, 6, 9, "#e8e2d6"),
  ),
  chalet: gabled(
    CHALET,
    line(
      "M5 38h26M5 44h5M20 44h11M5 50h5M20 50h11M35 35h34M35 41h34M35 47h34M35 53h34",
      "#5f4026",
      0.8,
    ) +
      box(4, 35, 27, 2.2, "#4a301e") +
      pane(14.5, 25, 7, 7, "#e9dcc2", LIT) +
      pane(42, 37, 8, 8, "#e9dcc2") +
      pane(57, 37, 8, 8, "#e9dcc2", LIT),
  ),
  barn: gabled(
    BARN,
    line("M11 41l8 16M19 41l-8 16", "#b23a30", 1.2) +
      pane(15, 24, 6, 6, "#f0ece4") +
      line("M40 30v27M48 30v27M56 30v27M64 30v27", "#7a2420", 0.8),
  ),
  townhouse: [
    34,
    72,
    path("M24 8h5v12h-5z", STONE),
    path("M4 22h26v48H4z", "#d9a46a"),
    path("M2 23L17 4l15 19z", "#7a4434"),
    box(3, 22, 28, 2.2, "#f3e8d4"),
    box(4, 46, 26, 1.6, "#f3e8d4"),
    path("M13.5 70V56c0-4 7-4 7 0v14z", "#46586e"),
    pane(8, 29, 5, 10, "#f3e8d4"),
    pane(21, 29, 5, 10, "#f3e8d4", LIT),
    pane(6.4, 53, 5, 9, "#f3e8d4", LIT),
    pane(23, 53, 5, 9, "#f3e8d4"),
    oval(17, 15.6, 2.4, GLASS),
  ],
  "canal-house": [
    34,
    76,
    box(4, 24, 26, 50, "#8a4236"),
    path("M4 25v-5h4v-5h4v-5h3V4h4v6h3v5h4v5h4v5z", "#8a4236"),
    line("M3 20h5v-5h4v-5h3V4h4v6h3v5h4v5h5", "#efe6d4", 1.6),
    pane(14.4, 14, 5.2, 7, "#efe6d4"),
    ...[28, 44].flatMap((y) =>
      [6.4, 14.4, 22.4].map((x) => pane(x, y, 5.2, 10, "#efe6d4", x === 14.4 ? LIT : GLASS)),
    ),
    box(3.4, 41, 27.2, 1.4, "#efe6d4"),
    box(3.4, 58, 27.2, 1.4, "#efe6d4"),
    box(6, 61, 7, 13, "#2f4a3c", 0.6),
    pane(17, 62, 9.4, 8, "#efe6d4", LIT),
  ],
  "terraced-house": [
    34,
    64,
    path("M25 4h5v12h-5z", STONE),
    path("M2 22L7 9h20l5 13z", "#55606c"),
    box(3.4, 21, 27.2, 42, "#a9c3c9"),
    box(2.4, 20.6, 29.2, 2.4, "#f4f1e8"),
    pane(7, 27, 7, 10, "#f4f1e8"),
    pane(20, 27, 7, 10, "#f4f1e8", LIT),
    path("M17.4 44h12v13h-12z", "#f4f1e8"),
    pane(18.6, 45.4, 4.6, 9.4, "#f4f1e8", LIT),
    pane(24, 45.4, 4.2, 9.4, "#f4f1e8"),
    box(6.6, 44, 8, 19, "#f4f1e8"),
    box(7.8, 46, 5.6, 17, "#a8473d"),
    oval(12.2, 55, 0.6, "#e0c36a"),
  ],
  brownstone: [
    34,
    70,
    box(4, 12, 26, 56, "#7a5446"),
    box(2.4, 8, 29.2, 4.6, "#5d3f35"),
    line("M5 13.6h2M10 13.6h2M15 13.6h2M20 13.6h2M25 13.6h2", "#5d3f35", 2),
    ...[17, 34].flatMap((y) =>
      [7.4, 14.4, 21.4].map((x) => pane(x, y, 5, 11, "#9c7565", x === 21.4 ? LIT : GLASS)),
    ),
    box(4, 30.4, 26, 1.4, "#8d6555"),
    path("M6 68V55c0-5 9-5 9 0v13z", "#3d2a24"),
    path("M4 68h13v-3h-11.6z", "#8d6555"),
    pane(19, 52, 8, 12, "#9c7565", LIT),
  ],
  "village-church": [
    72,
    84,
    path("M30 48h38v34H30z", "#d6cdbb"),
    path("M26 50L33 32h33l6 18z", "#66707c"),
    path("M8 38h22v44H8z", "#ece5d6"),
    path("M6 39L19 4l13 35z", "#56606c"),
    line("M19 4v-3M17.4 2.2h3.2", "#caa750", 1),
    oval(19, 47, 3.6, GLASS),
    path("M14 82V66c0-6 10-6 10 0v16z", "#5c3d2a"),
    path("M38 74V62c0-5 7-5 7 0v12zM53 74V62c0-5 7-5 7 0v12z", LIT),
  ],
};
