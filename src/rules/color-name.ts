import { hexToOklab, oklabDistanceSquared } from "./oklab.ts";

/** Plain colour names, for engines that take only text. */
const named = [
  ["black", "#0e1012"],
  ["charcoal", "#33383c"],
  ["slate", "#5d6a73"],
  ["grey", "#8f9496"],
  ["silver", "#c4c9cb"],
  ["white", "#f7f7f5"],
  ["ivory", "#efe6d3"],
  ["sand", "#d8c09a"],
  ["ochre", "#c68a36"],
  ["amber", "#f0a830"],
  ["yellow", "#f2d33f"],
  ["gold", "#d9ae55"],
  ["orange", "#ea7a2b"],
  ["coral", "#ee8566"],
  ["terracotta", "#b85c3c"],
  ["rust", "#97431f"],
  ["umber", "#65452f"],
  ["dark brown", "#38251b"],
  ["red", "#c9262c"],
  ["crimson", "#8e1b30"],
  ["rose", "#d98a95"],
  ["blush", "#f0cfc9"],
  ["magenta", "#c22b86"],
  ["plum", "#5d2b4f"],
  ["violet", "#7a4fb5"],
  ["lavender", "#b9aad8"],
  ["indigo", "#34358a"],
  ["navy", "#18213f"],
  ["blue", "#2f62c4"],
  ["sky blue", "#8dbde4"],
  ["pale blue", "#d3e3ec"],
  ["petrol", "#1d4b57"],
  ["teal", "#1f8079"],
  ["turquoise", "#4dbdb4"],
  ["mint", "#bfe3d0"],
  ["sage", "#a3b39a"],
  ["moss", "#6c7d46"],
  ["green", "#3f8a4c"],
  ["forest green", "#21452f"],
  ["olive", "#5f5c2b"],
] as const;

const palette = named.map(([name, hex]) => ({ name, color: hexToOklab(hex) }));

/** The nearest plain name of a colour. @param hex `#rrggbb` */
export function colorName(hex: string): string {
  const color = hexToOklab(hex);
  const distance = (one: (typeof palette)[number]) => oklabDistanceSquared(color, one.color);
  return palette.reduce((best, one) => (distance(one) < distance(best) ? one : best)).name;
}
