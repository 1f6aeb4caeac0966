/** A thread that reads what files say of how they were made. */
import { servePool, yieldToRequests } from "@echoform/worker-pool/worker";
import type { FoundSettings } from "../port.ts";
import { readSettings } from "./read.ts";

yieldToRequests();
servePool<Uint8Array<ArrayBuffer>, FoundSettings | null>((bytes) => {
  const found = readSettings(bytes);
  // Gives up to 20 MB back at once instead of some time later.
  bytes.buffer.transfer(0);
  return found;
});
