import type { KitLook } from "./style-kit.ts";

export type CuratedKit = KitLook & {
  /** Also the name of its pictures under public/kits. */
  id: string;
  name: string;
  /** What its three pictures show; drawn by scripts/draw-kits.ts. */
  scenes: readonly [string, string, string];
};

/** The kits that the product comes with, in the order they are shown. */
export const curatedKits: readonly CuratedKit[] = [
  {
    id: "plaster-noon",
    name: "Plaster noon",
    palette: ["#e2d9d0", "#e8dfd5", "#e2b37b", "#a39889", "#654936"],
    material: "plaster, matte lacquer",
    lighting: "hard noon sun, long shadows",
    camera: "85mm, eye level",
    scenes: ["an arch and two spheres", "three cubes and a cylinder", "a row of columns"],
  },
  {
    id: "verdant-fog",
    name: "Verdant fog",
    palette: ["#b0bab4", "#d0d7d0", "#2e3532", "#5e645f", "#8d9690"],
    material: "bark, moss, wet air",
    lighting: "overcast, backlit fog",
    camera: "135mm, compressed",
    scenes: ["a misty forest", "misty mountain ridges", "a birch forest in fog"],
  },
  {
    id: "night-bus",
    name: "Night bus",
    palette: ["#181d34", "#352a32", "#574445", "#0f0c18", "#98725f"],
    material: "glass, wet asphalt",
    lighting: "night, sodium and cyan",
    camera: "28mm, low angle",
    scenes: ["a city skyline by the water", "a city street in the rain", "a harbour city"],
  },
  {
    id: "low-tide",
    name: "Low tide",
    palette: ["#82aab0", "#a4c3c5", "#c8ddda", "#5f8688", "#e6f1ed"],
    material: "salt, foam, slate",
    lighting: "overcast, pale sun",
    camera: "35mm, wide shot",
    scenes: ["the calm sea", "a beach with waves", "a lighthouse by the sea"],
  },
  {
    id: "leaded-light",
    name: "Leaded light",
    palette: ["#223344", "#e2a877", "#6c968e", "#9f2c39", "#a55245"],
    material: "stained glass, lead",
    lighting: "sun behind, noon",
    camera: "flat, frontal",
    scenes: ["a bouquet of roses", "a sailing boat on the sea", "a fox in a meadow"],
  },
  {
    id: "kiln-ember",
    name: "Kiln ember",
    palette: ["#deab60", "#b87940", "#572c15", "#834f2d", "#f0d89e"],
    material: "bronze, molten glaze",
    lighting: "glow from within, candlelit",
    camera: "macro",
    scenes: ["abstract liquid waves", "three vases on a table", "abstract marble"],
  },
  {
    id: "cut-paper",
    name: "Cut paper",
    palette: ["#74946f", "#9fb489", "#47705e", "#d4dbc0", "#1d404a"],
    material: "layered cut paper",
    lighting: "soft light from the left",
    camera: "flat, from above",
    scenes: ["mountains and a lake", "a forest with a deer", "a whale in the sea"],
  },
  {
    id: "satin",
    name: "Satin",
    palette: ["#556c5d", "#6a8171", "#3d584c", "#8ca191", "#bed0c2"],
    material: "satin, glossy",
    lighting: "soft light, diffused",
    camera: "close up, shallow depth of field",
    scenes: ["abstract flowing waves", "a bouquet of white tulips", "abstract fluid"],
  },
  {
    id: "sea-woodblock",
    name: "Woodblock sea",
    palette: ["#1f3f66", "#4f7fa6", "#e9dfc6", "#c9b58c", "#b5492f"],
    material: "ukiyo-e woodblock print",
    lighting: "dawn, flat light",
    camera: "wide shot",
    scenes: ["stormy sea with a boat", "a mountain over a lake", "a heron by the river"],
  },
  {
    id: "linen-gouache",
    name: "Linen gouache",
    palette: ["#efe3cf", "#d98f66", "#7f9b8a", "#c6544a", "#3d4b55"],
    material: "gouache on linen",
    lighting: "late afternoon, warm light",
    camera: "storybook, eye level",
    scenes: ["a house on a hill", "a balloon over fields", "a cup of coffee on a table"],
  },
  {
    id: "prism-city",
    name: "Prism city",
    palette: ["#140a2e", "#ff4fa3", "#2de2e6", "#f9c80e", "#5b2a86"],
    material: "neon, glass",
    lighting: "neon glow, night",
    camera: "low angle, wide angle",
    scenes: ["synthwave sunset grid", "a futuristic city skyline", "a neon palm beach"],
  },
  {
    id: "graphite",
    name: "Graphite",
    palette: ["#f2f0ea", "#cfccc4", "#8c8a84", "#4b4a47", "#1e1d1c"],
    material: "pencil drawing on cotton paper",
    lighting: "soft light",
    camera: "eye level",
    scenes: ["portrait of a woman", "a bicycle by a wall", "an old oak tree"],
  },
  {
    id: "riso-summer",
    name: "Riso summer",
    palette: ["#ff6f59", "#f7c548", "#2a7f9e", "#fff4e0", "#22313f"],
    material: "risograph, two inks and paper grain",
    lighting: "noon, sunny",
    camera: "flat, frontal",
    scenes: ["palm trees at the beach", "a bowl of lemons on a table", "a sailing boat on the sea"],
  },
  {
    id: "polar-night",
    name: "Polar night",
    palette: ["#0b1d2a", "#1d4e5f", "#4fb39a", "#a7e8c8", "#e9f5f2"],
    material: "ice, snow",
    lighting: "aurora, moonlit",
    camera: "wide angle, from afar",
    scenes: ["snowy mountains and a lake", "a cabin in the snow", "a fir forest in winter"],
  },
  {
    id: "brass-orbit",
    name: "Brass orbit",
    palette: ["#0c1020", "#2a2f4f", "#b98a4a", "#e5cf9a", "#6d4a7c"],
    material: "brass, enamel",
    lighting: "starlit, rim light",
    camera: "wide shot",
    scenes: ["a ringed planet", "a spiral nebula", "an astronaut under two moons"],
  },
  {
    id: "terrazzo",
    name: "Terrazzo",
    palette: ["#efe9e1", "#d7a59a", "#8fb0a5", "#d9b55b", "#4d5966"],
    material: "mosaic of stone chips",
    lighting: "bright, airy",
    camera: "from above",
    scenes: ["abstract bauhaus shapes", "a bouquet of tulips", "a cup of coffee on a table"],
  },
  {
    id: "dutch-table",
    name: "Dutch table",
    palette: ["#1c1714", "#4c3627", "#8a5a34", "#c99d5c", "#e8d9b5"],
    material: "oil on canvas",
    lighting: "chiaroscuro, window light",
    camera: "85mm, still life",
    scenes: ["a bowl of pears on a table", "a bouquet of peonies", "portrait of an old man"],
  },
  {
    id: "wet-watercolour",
    name: "Wet watercolour",
    palette: ["#f4efe6", "#8fb7c9", "#5d7fa3", "#e3a6a1", "#6f8f6a"],
    material: "watercolour on rough paper",
    lighting: "soft light, morning",
    camera: "wide shot",
    scenes: ["misty mountain lake", "a street of old houses", "a bouquet of anemones"],
  },
];

const byId = new Map(curatedKits.map((kit) => [kit.id, kit]));

/** A curated kit by its id. */
export function curatedKit(id: string): CuratedKit | undefined {
  return byId.get(id);
}

/** Address of one of a curated kit's three pictures. */
export function kitPicture(id: string, index: 0 | 1 | 2): string {
  return `/kits/${id}-${index + 1}.webp`;
}
