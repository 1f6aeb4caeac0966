/** A thread that works on the pixels of edits. */
import { servePool, yieldToRequests } from "@echoform/worker-pool/worker";
import { blend } from "./blend.ts";
import { changeMapOf } from "./change-map.ts";
import { greyOf } from "./grey.ts";
import type { EditJob, EditResult } from "./messages.ts";

yieldToRequests();
servePool<EditJob, EditResult>((job) => {
  if (job.kind === "grey") {
    const grey = greyOf(job.pixels, job.channels);
    return [grey, grey.every((value) => value === 0)];
  }
  if (job.kind === "map") {
    const { map, changed } = changeMapOf(job.source, job.mask, job.shape);
    return [map, changed];
  }
  blend(job);
  return [job.base];
});
