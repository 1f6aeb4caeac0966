/** Bodies that a still life models in space; they have no drawing in the library. Written as in `nouns-living.ts`. */
export const SOLID_NOUNS = {
  solids: `
    solid-sphere = sphere, ball, orb, globe, marble ball | solid-cube = cube, block, box | solid-cylinder = cylinder, drum shape |
    solid-plinth = plinth, pedestal, podium, disc, disk | solid-cone = cone | solid-pyramid = pyramid |
    solid-ring = torus, donut shape, hoop | solid-arch = arch, archway | solid-steps = steps, flight of steps, stairs, staircase, stairway |
    solid-column = column, pillar | solid-vase = vase, urn, jug, pitcher, pot | solid-bottle = bottle, wine bottle, bottle of wine |
    solid-bowl = bowl, dish | solid-cup = beaker, tumbler`,
} as const;
