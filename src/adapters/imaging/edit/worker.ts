/** A thread that works on the pixels of edits. */
import { servePool, yieldToRequests } from "@echoform/worker-pool/worker";
import { greyOf } from "./grey.ts";
import type { EditJob, EditResult } from "./messages.ts";

yieldToRequests();
servePool<EditJob, EditResult>(({ pixels, channels }) => {
  const grey = greyOf(pixels, channels);
  return [grey, grey.every((value) => value === 0)];
});
