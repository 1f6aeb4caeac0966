/** A bough for a single bird that is drawn sitting. */
import { adjust, css, hex, mixc, mul } from "../core/color.ts";
import type { Frame, Rng, SceneState } from "../types.ts";
import type { Spot } from "./spots.ts";

const SITTING: ReadonlySet<string> = new Set(["owl", "raven", "parrot", "bird"]);
const BARK = hex("#4a3526");
const TWIGS = 5;

export const sitsOnBough = (id: string): boolean => SITTING.has(id);

/** Draws a bough from the nearer edge of the frame to just beyond the bird's feet. */
export function drawBough(frame: Frame, state: SceneState, rng: Rng, spot: Spot): void {
  const { w } = frame;
  const { sky } = state;
  const hand = spot.cx < w / 2 ? 1 : -1;
  const root = hand > 0 ? -spot.height * 0.1 : w + spot.height * 0.1;
  const y = spot.baseY;
  const tip = spot.cx + hand * spot.height * rng.range(0.55, 0.9);
  const thick = spot.height * 0.13;
  const sag = spot.height * rng.range(0.12, 0.3);
  const shade = sky && sky.night > 0 ? 0.35 : 0.9;
  const bark = mul(sky ? mixc(BARK, sky.fog, 0.18) : BARK, shade);
  const { canvas, context } = frame.canvas();
  const round = context.createLinearGradient(0, y - thick, 0, y + thick);
  round.addColorStop(0, css(adjust(bark, 0.07)));
  round.addColorStop(1, css(adjust(bark, -0.08)));
  context.fillStyle = round;
  context.strokeStyle = css(bark);
  context.lineCap = "round";
  context.beginPath();
  context.moveTo(root, y + sag - thick);
  context.quadraticCurveTo(spot.cx, y - thick * 0.35, tip, y - sag * 0.4);
  context.quadraticCurveTo(spot.cx, y + thick * 0.75, root, y + sag + thick);
  context.fill();
  for (let i = 0; i < TWIGS; i++) {
    const along = rng.range(0.15, 0.95);
    const lift = rng.sign();
    const x = root + (tip - root) * along;
    const length = spot.height * rng.range(0.15, 0.4);
    const foot = y + sag * (1 - along) ** 2 * 0.9;
    context.lineWidth = thick * 0.22;
    context.beginPath();
    context.moveTo(x, foot);
    context.quadraticCurveTo(
      x + hand * length * 0.4,
      foot - lift * length * 0.1,
      x + hand * length,
      foot - lift * length * 0.55,
    );
    context.stroke();
  }
  frame.draw(canvas);
}
