/** Home page: requests a second and CPU milliseconds a page, against bare string answers of the same server process (/healthz). */
import autocannon from "autocannon";
import { castAndWait, grantCredits, signUp, startProduct } from "../support/product.ts";

const product = await startProduct();
const { cookie, email } = await signUp(product.url, "Pages Bench");
await grantCredits(product, email, 500);
for (let turn = 0; turn < 6; turn += 1) {
  await castAndWait(product.url, cookie, {
    prompt: `rolling hills at dusk ${turn}`,
    aspect: "1:1",
    quality: "standard",
    count: 8,
  });
}
const rows: Record<string, Record<string, string | number>> = {};
for (const path of ["/", "/healthz"]) {
  await autocannon({ url: product.url + path, connections: 4, duration: 3 });
  const before = product.cpuMs();
  const load = await autocannon({ url: product.url + path, connections: 4, duration: 10 });
  rows[path] = {
    "requests/s": Math.round(load.requests.average),
    "CPU ms a page": ((product.cpuMs() - before) / load.requests.total).toFixed(2),
    "p99 ms": load.latency.p99,
    "non-2xx": load.non2xx,
  };
}
console.table(rows);
await product.stop();
