/** Signed distances of simple bodies (Quilez), in world units around their own origin. */

/** Distance from a point to the surface; negative inside. May fall short of the truth, never exceed it by much. */
export type Distance = (x: number, y: number, z: number) => number;

/** Box of half sizes `hx`, `hy`, `hz` with edges rounded by `r`. */
export function box(hx: number, hy: number, hz: number, r = 0.015): Distance {
  return (x, y, z) => {
    const qx = Math.abs(x) - hx + r;
    const qy = Math.abs(y) - hy + r;
    const qz = Math.abs(z) - hz + r;
    const ax = Math.max(qx, 0);
    const ay = Math.max(qy, 0);
    const az = Math.max(qz, 0);
    return Math.sqrt(ax * ax + ay * ay + az * az) + Math.min(Math.max(qx, qy, qz), 0) - r;
  };
}

export const sphere =
  (r: number): Distance =>
  (x, y, z) =>
    Math.sqrt(x * x + y * y + z * z) - r;

/** Upright cylinder of half height `h`. */
export function cylinder(radius: number, h: number, r = 0.015): Distance {
  return (x, y, z) => {
    const a = Math.sqrt(x * x + z * z) - radius + r;
    const b = Math.abs(y) - h + r;
    const oa = Math.max(a, 0);
    const ob = Math.max(b, 0);
    return Math.min(Math.max(a, b), 0) + Math.sqrt(oa * oa + ob * ob) - r;
  };
}

/** Ring standing upright, its hole towards the viewer. */
export function ring(radius: number, thick: number): Distance {
  return (x, y, z) => {
    const a = Math.sqrt(x * x + y * y) - radius;
    return Math.sqrt(a * a + z * z) - thick;
  };
}

/** Cone on the ground, foot at y 0. */
export function cone(radius: number, height: number): Distance {
  const slope = Math.hypot(radius, height);
  const nx = height / slope;
  const ny = radius / slope;
  return (x, y, z) => {
    const across = Math.sqrt(x * x + z * z);
    return Math.max(across * nx + (y - height) * ny, -y);
  };
}

/** Four-sided pyramid on the ground, foot at y 0. */
export function pyramid(half: number, height: number): Distance {
  const slope = Math.hypot(half, height);
  const nx = height / slope;
  const ny = half / slope;
  return (x, y, z) => Math.max(Math.max(Math.abs(x), Math.abs(z)) * nx + (y - height) * ny, -y);
}

/** Slab with a round-headed opening, foot at y 0. */
export function archway(half: number, height: number, depth: number, opening: number): Distance {
  const slab = box(half, height / 2, depth, 0.02);
  const spring = height - half * 1.06;
  return (x, y, z) => {
    const shaft = Math.max(Math.abs(x) - opening, y - spring);
    const head = Math.sqrt(x * x + (y - spring) * (y - spring)) - opening;
    return Math.max(slab(x, y - height / 2, z), -Math.min(shaft, head));
  };
}

/** Stairs rising away from the viewer, foot at y 0, front at z `depth` / 2. */
export function stairs(half: number, steps: number, rise: number, run: number): Distance {
  const boxes = Array.from({ length: steps }, (_, i) => ({
    high: ((i + 1) * rise) / 2,
    z: ((steps - 1) / 2 - i) * run,
    body: box(half, ((i + 1) * rise) / 2, run / 2, 0.008),
  }));
  return (x, y, z) => {
    let d = Infinity;
    for (const { high, z: middle, body } of boxes) {
      d = Math.min(d, body(x, y - high, z - middle));
    }
    return d;
  };
}

const PROFILE_STEPS = 160;
const WALL = 0.03;

/**
 * Turned body, foot at y 0: `profile` holds radii at equal heights, smoothed between. Hollow bodies
 * are open down to `floor`.
 */
export function lathe(
  profile: readonly number[],
  height: number,
  floor: number = height,
): Distance {
  const last = profile.length - 1;
  const at = (i: number) => profile[Math.max(0, Math.min(last, i))];
  const radii = new Float32Array(PROFILE_STEPS + 1);
  for (let i = 0; i <= PROFILE_STEPS; i++) {
    const t = (i / PROFILE_STEPS) * last;
    const k = Math.min(last - 1, Math.floor(t));
    const f = t - k;
    // Catmull-Rom through the given radii.
    radii[i] =
      at(k) +
      0.5 *
        f *
        (at(k + 1) -
          at(k - 1) +
          f *
            (2 * at(k - 1) -
              5 * at(k) +
              4 * at(k + 1) -
              at(k + 2) +
              f * (3 * (at(k) - at(k + 1)) + at(k + 2) - at(k - 1))));
  }
  let steepest = 0;
  const step = height / PROFILE_STEPS;
  for (let i = 0; i < PROFILE_STEPS; i++) {
    steepest = Math.max(steepest, Math.abs(radii[i + 1] - radii[i]) / step);
  }
  const shorten = 1 / Math.hypot(1, Math.min(steepest, 1.6));
  return (x, y, z) => {
    const place = Math.max(0, Math.min(PROFILE_STEPS - 0.001, y / step));
    const k = Math.floor(place);
    const radius = radii[k] + (radii[k + 1] - radii[k]) * (place - k);
    const d = (Math.sqrt(x * x + z * z) - radius) * shorten;
    const body = Math.max(d, y - height, -y);
    return floor < height ? Math.max(body, -Math.max(d + WALL, floor - y)) : body;
  };
}

/** Bent stalk, foot at y 0; its tip ends at `leanX`, `leanZ`. */
export function stalk(length: number, leanX: number, leanZ: number): Distance {
  return (x, y, z) => {
    const up = Math.max(0, Math.min(length, y));
    const bend = (up / length) * (up / length);
    const sx = x - leanX * bend;
    const sz = z - leanZ * bend;
    return (Math.sqrt(sx * sx + (y - up) * (y - up) + sz * sz) - 0.012) * 0.75;
  };
}

/** Closed tulip at the tip of such a stalk. */
export function bud(length: number, leanX: number, leanZ: number, radius: number): Distance {
  return (x, y, z) => {
    const bx = x - leanX;
    const by = (y - length - 0.03) * 0.62;
    const bz = z - leanZ;
    const petals =
      0.007 * Math.sin(Math.atan2(bx, bz) * 3) * Math.min(1, Math.max(0, y - length) * 9);
    return (Math.sqrt(bx * bx + by * by + bz * bz) - radius - petals) * 0.68;
  };
}

/** The body laid on its side: what was up points to the right. */
export const laid =
  (body: Distance, height: number, radius: number): Distance =>
  (x, y, z) =>
    body(y - radius, x + height / 2, z);

export const union =
  (...bodies: readonly Distance[]): Distance =>
  (x, y, z) => {
    let d = Infinity;
    for (const body of bodies) d = Math.min(d, body(x, y, z));
    return d;
  };

/** The body moved; `turn` (radians) turns it about its own upright axis first. */
export function placed(body: Distance, x0: number, y0: number, z0: number, turn = 0): Distance {
  const c = Math.cos(turn);
  const s = Math.sin(turn);
  return (x, y, z) => {
    const px = x - x0;
    const pz = z - z0;
    return body(c * px + s * pz, y - y0, c * pz - s * px);
  };
}
