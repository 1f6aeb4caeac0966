/** The points of the work at which a test may end or break the process (reliability guide, G2). */
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
  "during-request",
] as const;
export type Failpoint = (typeof failpoints)[number];

const passes = new WeakMap<object, number>();

/** What happens there. Neither `reject` nor `throw` is felt by the work itself: nobody waits for what fails. */
const effects: Readonly<Record<string, (name: Failpoint) => void>> = {
  exit: () => process.kill(process.pid, "SIGKILL"),
  reject: (name) => void Promise.reject(new Error(`rejected at the failpoint ${name}`)),
  throw: (name) =>
    void setImmediate(() => {
      throw new Error(`thrown at the failpoint ${name}`);
    }),
};

/**
 * Where the setting FAILPOINT is `name:exit`, ends the process at once, as a power cut would; `name:reject` leaves a
 * rejected promise that nobody handles, `name:throw` an exception that nobody catches. At the first pass, or at the n-th
 * with `@n` behind it. Does nothing without the setting.
 */
export function failpoint(env: { FAILPOINT?: string | undefined }, name: Failpoint): void {
  if (!env.FAILPOINT) return;
  const form = /^([\w-]+):(exit|reject|throw)(?:@(\d+))?$/;
  const [, wanted, effect = "", pass = "1"] = form.exec(env.FAILPOINT) ?? [];
  if (wanted !== name) return;
  const count = (passes.get(env) ?? 0) + 1;
  passes.set(env, count);
  if (count === Number(pass)) effects[effect]?.(name);
}
