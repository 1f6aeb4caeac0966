/** A thread that writes and reads marks. */
import { servePool, yieldToRequests } from "@echoform/worker-pool/worker";
import { embedMark } from "./embed.ts";
import { embedWithin } from "./within.ts";
import { embedInTransparent } from "./transparent.ts";
import { compareMarks, readMark } from "./find.ts";
import type { MarkJob, MarkResult } from "./messages.ts";
import { patternOf, type Pattern } from "./pattern.ts";

/** The pattern of the last key: an installation has one. */
let last: { key: string; pattern: Pattern } | null = null;

function patternFor(bytes: Uint8Array): Pattern {
  const key = Buffer.from(bytes).toString("hex");
  if (last?.key !== key) last = { key, pattern: patternOf(bytes) };
  return last.pattern;
}

yieldToRequests();
servePool<MarkJob, MarkResult>((job) => {
  const pattern = patternFor(job.key);
  if (job.kind === "embed") {
    if (job.room) return embedWithin(job.picture, job.payload, pattern, job.room);
    const embed = job.picture.channels === 4 ? embedInTransparent : embedMark;
    const { pixels, look } = embed(job.picture, job.payload, pattern);
    return [pixels, look];
  }
  if (job.kind === "read") return readMark(job.picture, pattern);
  return compareMarks(job.picture, job.known, job.payload, pattern);
});
