let silent = false;

/** Progress messages are for people; commands whose output is parsed switch them off. */
export function quiet() {
  silent = true;
}

/** One progress message, on standard error so that standard output stays clean. */
export function say(line) {
  if (!silent) process.stderr.write(`${line}\n`);
}

/** Ends with one sentence that says what to do. */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Does a piece of work and says how long it took, in seconds. */
export async function timed(what, work) {
  const started = performance.now();
  say(`${what} ...`);
  const result = await work();
  say(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}
