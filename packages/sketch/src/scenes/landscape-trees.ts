/** Trees over the land: planted in groves by noise, drawn far to near. */
import { type Rgb } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { Rng } from "../core/rng.ts";
import { blit, treeSprites } from "../sprites.ts";
import type { SceneState } from "../types.ts";
import { MAP_SIZE, sampleMap } from "./landscape-cells.ts";
import type { Land } from "./landscape-view.ts";

type Tree = {
  z: number;
  x: number;
  worldZ: number;
  height: number;
  dx: number;
  size: number;
  tone: number;
};

const TREES_AT_FULL_DENSITY = 5200;
/** Nothing nearer than this: a sprite would fill the frame. */
const NEAREST = 34;
/** Near the camera the middle of the frame stays open. */
const CLEARING = 74;
const TREE_LINE = 56;
const SMALLEST_PIXELS = 2.5;

/** One place tried for a tree, or null where none grows. */
function plant(rng: Rng, land: Land, density: number): Tree | null {
  const { view, map, relief, noise } = land;
  const u = rng();
  const z = 16 + Math.pow(u, 0.62) * 470;
  const dx = rng.range(-1.06, 1.06) * view.halfWidth;
  const x = view.camX + dx * z;
  const worldZ = view.camZ + z;
  if (x < 2 || x > MAP_SIZE - 3 || worldZ > MAP_SIZE - 3) return null;
  const height = sampleMap(map.heights, x, worldZ);
  if (height < land.waterLevel + 1.2) return null;
  const slopeX = sampleMap(relief.normalX, x, worldZ);
  const slopeZ = sampleMap(relief.normalZ, x, worldZ);
  if (1 / Math.sqrt(1 + slopeX * slopeX + slopeZ * slopeZ) < 0.6) return null;
  if (height > TREE_LINE + rng.gauss() * 8) return null;
  const grove = noise.fbm(x * 0.02 + 40, worldZ * 0.02, 3);
  if (grove < (density > 0.85 ? -0.6 : -0.02 + rng.gauss() * 0.12)) return null;
  const aside = Math.abs(dx) >= view.halfWidth * (0.62 - 0.2 * u);
  if (z < CLEARING && density < 1.2 && (!aside || rng() < 0.45)) return null;
  if (z < NEAREST) return null;
  return { z, x, worldZ, height, dx, size: rng(), tone: rng() };
}

/** Plants and draws the trees of a landscape. */
export function plantTrees(frame: Frame, state: SceneState, land: Land, density: number): void {
  const { spec } = state;
  const { view, fog, ambient, sun, relief } = land;
  const rng = state.rng("trees");
  const species = spec.treeSpecies ?? (land.kind === "hills" ? "broad" : "conifer");
  const sprites = treeSprites(state, species, land.snow, spec.season);
  const worldHeight = species === "palm" ? 11 : 9.5;
  const trees: Tree[] = [];
  for (let i = 0; i < Math.round(TREES_AT_FULL_DENSITY * density); i++) {
    const tree = plant(rng, land, density);
    if (tree) trees.push(tree);
  }
  trees.sort((a, b) => b.z - a.z);

  for (const [k, tree] of trees.entries()) {
    const { z, dx, height, tone } = tree;
    const px = (dx / (2 * view.halfWidth) + 0.5) * frame.w;
    const py = view.horizon - ((height - view.camHeight) / z) * view.focal;
    const size = ((worldHeight * (0.65 + 0.6 * tree.size)) / z) * view.focal;
    if (size < SMALLEST_PIXELS) continue;
    const sunlit = (0.25 + 0.75 * sampleMap(relief.shadow, tree.x, tree.worldZ)) * 0.95;
    const light: Rgb = [0, 0, 0];
    for (let c = 0; c < 3; c++) light[c] = ambient[c] * 0.85 + sun[c] * sunlit;
    // The air is linear in what lies behind it: black gives what it adds, white what it lets by.
    const added: Rgb = [0, 0, 0];
    const through: Rgb = [1, 1, 1];
    fog(added, z, px, height + 4);
    fog(through, z, px, height + 4);
    blit(frame, sprites[(tone * sprites.length) | 0], px, py + size * 0.04, size, {
      light,
      fog: added,
      transmission: through[0] - added[0],
      z,
      tone: 0.8 + 0.4 * tone,
      sunSide: land.light.direction[0] < 0 ? -1 : 1,
    });
    if ((k & 127) === 0) state.check();
  }
}
