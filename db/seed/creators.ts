/** The demonstration creators. The interface marks them with a badge; they have no password and nobody can sign in to them. */
export const demoCreators = {
  tide: {
    username: "demo-tide-studio",
    name: "Tide Studio",
    bio: "A demonstration account. Coasts, harbours and whatever the sea leaves behind.",
  },
  north: {
    username: "demo-north-light",
    name: "North Light",
    bio: "A demonstration account. Mountains, snow and long evenings.",
  },
  fern: {
    username: "demo-fern-and-moss",
    name: "Fern and Moss",
    bio: "A demonstration account. Woods, flowers and the animals that live there.",
  },
  tram: {
    username: "demo-night-tram",
    name: "Night Tram",
    bio: "A demonstration account. Cities after rain, neon and the last ride home.",
  },
  orbit: {
    username: "demo-far-orbit",
    name: "Far Orbit",
    bio: "A demonstration account. Planets above, reefs below.",
  },
  shapes: {
    username: "demo-plain-shapes",
    name: "Plain Shapes",
    bio: "A demonstration account. Colour, form and printmaking.",
  },
  table: {
    username: "demo-second-helping",
    name: "Second Helping",
    bio: "A demonstration account. Food, old things and the rooms they stand in.",
  },
  company: {
    username: "demo-odd-company",
    name: "Odd Company",
    bio: "A demonstration account. Portraits, animals and things that should not be there.",
  },
} as const satisfies Record<string, { username: string; name: string; bio: string }>;

export type DemoCreator = keyof typeof demoCreators;
