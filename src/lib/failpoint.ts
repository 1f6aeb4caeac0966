import { readFailpoint, type Failpoint, type FailpointEffect } from "#app/rules/failpoints.ts";

const passes = new WeakMap<object, number>();

/** What the failpoint does. `reject` and `throw` do not affect the work itself: nothing awaits what fails. */
const effects: Readonly<Record<FailpointEffect, (name: Failpoint) => void>> = {
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
  const wanted = readFailpoint(env.FAILPOINT);
  if (wanted?.name !== name) return;
  const count = (passes.get(env) ?? 0) + 1;
  passes.set(env, count);
  if (count === wanted.pass) effects[wanted.effect](name);
}
