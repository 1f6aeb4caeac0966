/** Slows a drawing down for the `slow:` sentinel. */

/** Time between reports while waiting. */
const REPORT_EVERY_MS = 400;

/**
 * Returns a function that waits the share of `totalMs` that lies between two fractions, reporting
 * in between. It blocks the thread, as the drawing would, and wakes at once on a cancel.
 */
export function holdStages(
  totalMs: number,
  cancel: Int32Array<SharedArrayBuffer>,
  check: () => void,
  report: (fraction: number, stage: string) => void,
): (from: number, to: number, stage: string) => void {
  return (from, to, stage) => {
    const slices = Math.ceil(((to - from) * totalMs) / REPORT_EVERY_MS);
    for (let slice = 1; slice <= slices; slice++) {
      Atomics.wait(cancel, 0, 0, ((to - from) * totalMs) / slices);
      check();
      if (slice < slices) report(from + ((to - from) * slice) / slices, stage);
    }
  };
}
