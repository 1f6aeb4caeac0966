/** Things of the table and the stove. */
import { box, line, oval, path, type Sheet } from "./shapes.ts";

const STEEL = "#c3c9d2";
const DARK_STEEL = "#8d95a3";
const LIGHT_STEEL = "#eef1f5";
const CHINA = "#f4f1ea";

export const TABLEWARE: Readonly<Record<string, Sheet>> = {
  fork: [
    14,
    40,
    box(5.6, 15, 2.8, 24, STEEL, 1.4),
    path("M2 2h1.4v8h2V2h1.2v8h1.2V2h1.2v8h2V2H12v10c0 4-2.4 5.4-5 5.4S2 16 2 12z", STEEL),
    box(6.3, 19, 0.9, 18, LIGHT_STEEL, 0.4),
  ],
  spoon: [
    14,
    40,
    box(5.7, 14, 2.6, 25, STEEL, 1.3),
    oval(7, 9, 5, STEEL, 7.5),
    oval(6.4, 9, 3.3, LIGHT_STEEL, 5.6),
  ],
  "table-knife": [
    12,
    42,
    path("M6 2c3 3 4 9 3.6 22H5z", STEEL),
    path("M6.4 5c1.6 4 2 9 1.8 18h-1.2z", LIGHT_STEEL),
    box(4.4, 23, 5.6, 17, "#3a3d46", 2),
  ],
  plate: [
    40,
    24,
    oval(20, 13, 19, "#d8d3c8", 10),
    oval(20, 12, 19, CHINA, 10),
    oval(20, 12.4, 12, "#e2ddd2", 6),
    oval(20, 12.8, 11, CHINA, 5.4),
  ],
  "frying-pan": [
    48,
    24,
    box(28, 8, 19, 4, "#5b3b26", 2),
    oval(17, 13, 16, "#24262c", 9),
    oval(17, 11.4, 15, "#454952", 7.4),
    oval(17, 12, 12.4, "#2f323a", 5.8),
  ],
  saucepan: [
    44,
    30,
    box(30, 9, 13, 3.4, "#30333b", 1.7),
    path("M4 9h27v15c0 3-3 5-6 5H10c-3 0-6-2-6-5z", STEEL),
    box(3, 7, 29, 4, DARK_STEEL, 2),
    box(8, 13, 3, 12, LIGHT_STEEL, 1.5),
    oval(17.5, 4.6, 2, "#30333b"),
  ],
  kettle: [
    38,
    36,
    line("M9 14C9 2 27 2 27 14", "#33363f", 2.6),
    path("M28 18l8-5 1.6 2.6L29 26z", "#b43a32"),
    path("M6 32C3 20 9 13 18 13s15 7 12 19c-2 3-22 3-24 0z", "#d24b40"),
    path("M9 27c-1-6 2-11 6-12-3 4-4 8-3 13z", "#ee8b7f"),
    oval(18, 12, 2, "#33363f"),
  ],
  jar: [
    26,
    36,
    box(3, 8, 20, 27, "#cfe3e8", 5),
    box(4.6, 16, 16.8, 17.4, "#d98a3d", 4),
    box(5, 2, 16, 6, "#b0824a", 2),
    box(6, 11, 2.4, 19, "#f4fbfc", 1.2),
  ],
  "drinking-glass": [
    22,
    34,
    path("M2 2h18l-2.4 30H4.4z", "#d5e7ee"),
    path("M3.2 14h15.6l-1.6 16.6H4.8z", "#8cc4da"),
    box(5, 5, 2, 22, "#f6fcff", 1),
  ],
  tray: [46, 16, path("M2 4h42l-4 10H6z", "#8d5f3a"), oval(23, 5, 21, "#b98454", 3.2)],
  "plain-vase": [
    26,
    44,
    path("M8 2h10l-2 6c6 5 8 11 8 18 0 8-4 15-6 16H8c-2-1-6-8-6-16 0-7 2-13 8-18z", "#7f9cb5"),
    path("M9 12c-4 5-5 10-5 15 0 5 2 10 4 13-1-9-1-19 4-28z", "#b5cadb"),
    oval(13, 2.6, 5, "#5d7b95", 1.4),
  ],
  "plain-bottle": [
    16,
    46,
    path(
      "M5.6 2h4.8v11c3 3 4.6 5 4.6 9v20c0 2-1 3-3 3H4c-2 0-3-1-3-3V22c0-4 1.6-6 4.6-9z",
      "#3f7a57",
    ),
    box(5, 1, 6, 4, "#c9a24a", 1),
    box(2, 25, 12, 11, "#f0e7d2"),
    box(3, 20, 1.6, 22, "#8fc4a5", 0.8),
  ],
  "plain-bowl": [
    40,
    22,
    path("M2 6h36c0 9-6 14-11 15H13C8 20 2 15 2 6z", "#d98a5b"),
    oval(20, 6, 18, "#8f4f2b", 3.4),
    path("M5 10c2 5 5 8 9 9l-3-10z", "#f0b48d"),
  ],
  "cardboard-box": [
    38,
    34,
    path("M2 10l17-6 17 6v18l-17 5-17-5z", "#b98454"),
    path("M19 15l17-5v18l-17 5z", "#9a6a3e"),
    path("M2 10l17-6 17 6-17 5z", "#d6a673"),
    path("M9 7.500l17 5 2-.6-17-5z", "#efd9a8"),
  ],
  "plain-ball": [36, 36, oval(18, 18, 17, "#d64545"), oval(13, 11, 6, "#f2a0a0", 4)],
  candle: [
    20,
    44,
    path("M10 2c4 5 4 9 0 11-4-2-4-6 0-11z", "#ffb52e"),
    path("M10 6c2 3 2 5 0 6.4-2-1.4-2-3.4 0-6.4z", "#fff3b8"),
    box(9.6, 12, 0.9, 3, "#3a2c22"),
    box(5, 15, 10, 24, "#f1e4cd", 1.6),
    path("M5 17c2 4 3 1 4 5 1-6 4-1 6-5v-2H5z", "#fff8e8"),
    oval(10, 40, 9, "#b58a3c", 3),
  ],
};
