/** Where the times of PostgreSQL begin. */
const epoch = Date.UTC(2000, 0, 1);

/** Milliseconds of times as timestamptz_send writes them: microseconds in eight bytes each. */
export function sentTimes(sent: Buffer): Float64Array {
  const times = new Float64Array(sent.length / 8);
  for (let at = 0; at < times.length; at += 1) {
    const microseconds = sent.readInt32BE(at * 8) * 2 ** 32 + sent.readUInt32BE(at * 8 + 4);
    times[at] = epoch + microseconds / 1_000;
  }
  return times;
}
