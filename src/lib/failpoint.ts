/** The points of the work at which a test may end the process (reliability guide, G2). */
export const failpoints = [
  "after-hold-commit",
  "after-claim",
  "before-dispatch",
  "after-first-image",
  "after-file-write",
  "after-image-commit",
  "after-engine",
  "before-settle",
  "after-settle",
  "before-notify",
  "during-heartbeat",
  "before-cancel-commit",
  "after-sweep",
  "before-sweep-commit",
] as const;
export type Failpoint = (typeof failpoints)[number];

const passes = new WeakMap<object, number>();

/**
 * Ends the process at once, as a power cut would, when the setting FAILPOINT is `name:exit`
 * (first pass) or `name:exit@n` (n-th pass). Does nothing without the setting.
 */
export function failpoint(env: { FAILPOINT?: string | undefined }, name: Failpoint): void {
  if (!env.FAILPOINT) return;
  const [, wanted, pass = "1"] = /^([\w-]+):exit(?:@(\d+))?$/.exec(env.FAILPOINT) ?? [];
  if (wanted !== name) return;
  const count = (passes.get(env) ?? 0) + 1;
  passes.set(env, count);
  if (count === Number(pass)) process.kill(process.pid, "SIGKILL");
}
