/** Seconds from starting the built server to ready: an empty folder first, then the same folder again. */
import { rmSync } from "node:fs";
import { startProduct } from "../support/product.ts";

const first = await startProduct();
await first.stop(true);
const second = await startProduct({ dataDir: first.dataDir });
await second.stop();
rmSync(first.dataDir, { recursive: true, force: true });
console.table({
  "first start": { seconds: first.secondsToReady.toFixed(1) },
  "second start": { seconds: second.secondsToReady.toFixed(1) },
});
