/** The points at which a test may end or break the process. */
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
  "before-queue-commit",
  "after-queue-commit",
  "after-sweep",
  "before-sweep-commit",
  "during-grid",
  "during-request",
  "during-upkeep",
  "during-erasure",
  "during-export",
  "during-import",
] as const;
export type Failpoint = (typeof failpoints)[number];

/** The effects: a kill, an unhandled rejection, an uncaught exception. */
export const failpointEffects = ["exit", "reject", "throw"] as const;
export type FailpointEffect = (typeof failpointEffects)[number];

export type FailpointSetting = { name: Failpoint; effect: FailpointEffect; pass: number };

/** Reads `name:effect` or `name:effect@n`, the n-th pass; null for anything else. */
export function readFailpoint(text: string): FailpointSetting | null {
  const [, wanted, kind, pass = "1"] = /^([\w-]+):(\w+)(?:@([1-9]\d{0,8}))?$/.exec(text) ?? [];
  const name = failpoints.find((each) => each === wanted);
  const effect = failpointEffects.find((each) => each === kind);
  return name && effect ? { name, effect, pass: Number(pass) } : null;
}
