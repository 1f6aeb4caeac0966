/** The demonstration creators. Their names say what they are; they have no password and nobody can sign in to them. */
export const demoCreators = {
  tide: {
    username: "demo-tide-studio",
    name: "Demo: Tide Studio",
    bio: "A demonstration account. Coasts, harbours and whatever the sea leaves behind.",
  },
  north: {
    username: "demo-north-light",
    name: "Demo: North Light",
    bio: "A demonstration account. Mountains, snow and long evenings.",
  },
  fern: {
    username: "demo-fern-and-moss",
    name: "Demo: Fern and Moss",
    bio: "A demonstration account. Woods, flowers and quiet weather.",
  },
  tram: {
    username: "demo-night-tram",
    name: "Demo: Night Tram",
    bio: "A demonstration account. Cities after rain, neon and the last ride home.",
  },
  orbit: {
    username: "demo-far-orbit",
    name: "Demo: Far Orbit",
    bio: "A demonstration account. Planets above, reefs below.",
  },
  shapes: {
    username: "demo-plain-shapes",
    name: "Demo: Plain Shapes",
    bio: "A demonstration account. Colour, form and printmaking.",
  },
} as const satisfies Record<string, { username: string; name: string; bio: string }>;

export type DemoCreator = keyof typeof demoCreators;
