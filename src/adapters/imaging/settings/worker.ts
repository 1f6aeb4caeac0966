/** A thread that reads what files say of how they were made. */
import { servePool, yieldToRequests } from "@echoform/worker-pool/worker";
import type { FoundSettings } from "../port.ts";
import { readSettings } from "./read.ts";

yieldToRequests();
servePool<Uint8Array, FoundSettings | null>((bytes) => readSettings(bytes));
