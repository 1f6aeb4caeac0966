/** Event-loop delay of the one-process product while the engine paints and visitors read (goal: p99 at most 25 ms). */
import autocannon from "autocannon";
import { castAndWait, grantCredits, signUp, startProduct } from "../support/product.ts";

const product = await startProduct();
const { cookie, email } = await signUp(product.url, "Isolation Bench");
await grantCredits(product, email, 500);
const cast = {
  prompt: "misty mountain lake at dawn, watercolour",
  aspect: "1:1",
  quality: "standard",
  count: 4,
};
await castAndWait(product.url, cookie, cast);
product.resetLoopDelay();
const painting = (async () => {
  for (let turn = 0; turn < 4; turn += 1) await castAndWait(product.url, cookie, cast);
})();
const load = await autocannon({ url: product.url, connections: 2, overallRate: 20, duration: 12 });
await painting;
await new Promise((resolve) => setTimeout(resolve, 1200));
const delay = product.loopDelay();
console.table({
  "while painting": {
    "loop p50 ms": delay.p50,
    "loop p99 ms": delay.p99,
    "loop max ms": delay.max,
    "home p99 ms": load.latency.p99,
    "non-2xx": load.non2xx,
  },
});
await product.stop();
