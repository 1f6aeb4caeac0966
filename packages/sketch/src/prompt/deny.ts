/** Takes what a prompt denies out of a scene. */
import type { SceneSpec } from "../types.ts";
import type { Deniable } from "./negatives.ts";

/** Changes `spec` so that nothing denied is drawn. */
export function deny(spec: SceneSpec, denied: ReadonlySet<Deniable>): void {
  if (denied.has("clouds")) spec.clouds = 0;
  if (denied.has("rays")) spec.rays = 0;
  if (denied.has("trees")) spec.trees = 0;
  if (denied.has("fog")) Object.assign(spec, { mist: 0, fog: 0.06 });
  if (denied.has("stars")) spec.stars = 0;
  if (denied.has("foreground")) spec.foreground = "none";
  if (denied.has("palms")) spec.palms = false;
  if (denied.has("rain")) spec.rain = 0;
  if (denied.has("snow")) {
    spec.snowfall = 0;
    if (spec.season === "winter") spec.season = null;
  }
  if (denied.has("planet")) spec.planet = false;
  if (denied.has("flowers")) spec.flowers = 0;
  if (denied.has("neon")) spec.neon = false;
  if (denied.has("water")) spec.water = false;
  if (denied.has("rings")) spec.rings = false;
  if (denied.has("saturation")) spec.saturation = 0.8;
}
