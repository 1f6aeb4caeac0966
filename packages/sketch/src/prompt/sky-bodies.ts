/** Suns, moons and planets that a prompt counts: "two moons". */
import { skyPresets } from "../sky-presets.ts";
import type { SceneName, SceneSpec, SkyName } from "../types.ts";
import { cityViewOf } from "./details-city.ts";
import { countBefore } from "./counts.ts";
import { claim, type Reading } from "./reading.ts";

export type Bodies = NonNullable<SceneSpec["bodies"]>;
type Body = keyof Bodies;

/** Which of them a scene has a sky for. */
const SHOWN: Partial<Record<SceneName, readonly Body[]>> = {
  landscape: ["suns", "moons"],
  flowerfield: ["suns", "moons"],
  ocean: ["suns", "moons"],
  city: ["suns", "moons"],
  space: ["planets", "moons"],
};
const NAMES: ReadonlyMap<string, Body> = new Map([
  ["sun", "suns"],
  ["suns", "suns"],
  ["moon", "moons"],
  ["moons", "moons"],
  ["planet", "planets"],
  ["planets", "planets"],
]);
/** How many "moons" are without a number. */
const USUAL = 2;
/** More than these have no room in a sky. */
const MOST = 9;
/** Cover through which a disc is seen. */
const THIN_CLOUDS = 0.3;
/** Skies that hide the sun. */
const DULL: ReadonlySet<SkyName> = new Set(["overcast", "storm"]);

/** How many of each are asked for; a number that cannot be drawn is not counted as understood. */
export function readBodies(reading: Reading, scene: SceneName): Bodies {
  const view = scene === "city" ? cityViewOf(reading) : undefined;
  // Between houses there is no room for several.
  const shown = view && view !== "rooftops" ? [] : (SHOWN[scene] ?? []);
  const bodies: Bodies = {};
  for (const [at, { form }] of reading.words.entries()) {
    const body = NAMES.get(form);
    if (!body || !shown.includes(body)) continue;
    // A moon that was read before is part of another thing's name; planets are read with the scene.
    if (reading.claimOf[at] >= 0 && body !== "planets") continue;
    const said = countBefore(reading, at);
    const isPlural = said !== undefined || form.endsWith("s");
    // One sun is what every day has; one moon may stand in it.
    if (!isPlural && (form !== "moon" || scene === "space")) continue;
    const count = said?.count ?? (isPlural ? USUAL : 1);
    if (said && count <= MOST) claimTogether(reading, said.at, at);
    else claim(reading, { at, length: 1 });
    bodies[body] = Math.min(MOST, count);
  }
  return bodies;
}

/** A number and its noun are understood as one, whatever stands between them. */
function claimTogether(reading: Reading, number: number, noun: number): void {
  claim(reading, { at: noun, length: 1 });
  reading.claimOf[number] = reading.claimOf[noun];
}

/** The hour for counted bodies where the prompt names none: suns need a day and moons a night. */
export function skyFor(bodies: Bodies, { sky, fixed }: { sky: SkyName; fixed: boolean }): SkyName {
  if (fixed) return sky;
  if (bodies.moons) return "moonlit";
  return bodies.suns && (DULL.has(sky) || skyPresets[sky].night) ? "golden" : sky;
}

/** Takes out of `spec` the bodies that its sky hides, and thins the clouds before the others. */
export function keepBodies(spec: SceneSpec): void {
  const { scene, sky, bodies } = spec;
  if (!bodies) return;
  const { suns, moons, planets } = bodies;
  if (scene === "space") spec.bodies = spec.planet ? strip({ planets, moons }) : undefined;
  else if (DULL.has(sky)) spec.bodies = undefined;
  else {
    const night = Boolean(skyPresets[sky].night);
    // A night has one moon anyway.
    spec.bodies = strip({
      moons: night && moons === 1 ? undefined : moons,
      suns: night ? undefined : suns,
    });
  }
  if (spec.bodies && scene !== "space") spec.clouds = Math.min(spec.clouds, THIN_CLOUDS);
}

/** The counts that are given; undefined where none is. */
function strip(bodies: Bodies): Bodies | undefined {
  const given = Object.entries(bodies).filter(([, count]) => count !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}
