/**
 * Home, results and a picture's page, each as a guest gets it: requests a second and CPU milliseconds a page, against bare
 * string answers of the same server process (/healthz) in the same run. A request with a cookie is never answered from memory:
 * it shows what rendering costs. PROFILE=folder writes a CPU profile of the server.
 */
import autocannon from "autocannon";
import { castAndWait, grantCredits, signUp, startProduct } from "../support/product.ts";

const profile = process.env.PROFILE;
const nodeOptions = profile ? `--cpu-prof --cpu-prof-dir=${profile}` : "";
const product = await startProduct({ env: { NODE_OPTIONS: nodeOptions } });
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

/** The addresses under load, each shown to answer 200 with what it is about. */
async function addresses(): Promise<string[]> {
  const { items } = (await (await fetch(`${product.url}/api/pictures?limit=1`)).json()) as {
    items: { slug: string }[];
  };
  const found = ["/", "/s/rolling-hills", `/i/${items[0]?.slug}`];
  for (const path of found) {
    const answer = await fetch(product.url + path);
    const html = await answer.text();
    if (!answer.ok || !/olling hills/.test(html)) throw new Error(`${path} shows no picture`);
  }
  return found;
}

type Measured = { name: string; perSecond: number; cpuMs: number; p99: number; refused: number };

async function measure(path: string, rendered: boolean): Promise<Measured> {
  const headers = { "accept-encoding": "gzip, br", ...(rendered && { cookie: "seen=1" }) };
  const options = { url: product.url + path, connections: 4, headers };
  await autocannon({ ...options, duration: 3 });
  const before = product.cpuMs();
  const load = await autocannon({ ...options, duration: 10 });
  return {
    name: rendered ? `${path} rendered` : path,
    perSecond: load.requests.average,
    cpuMs: (product.cpuMs() - before) / load.requests.total,
    p99: load.latency.p99,
    refused: load.non2xx,
  };
}

const measured: Measured[] = [];
for (const path of await addresses()) {
  measured.push(await measure(path, true), await measure(path, false));
}
measured.push(await measure("/healthz", false));
const bare = measured.at(-1)?.cpuMs ?? Number.NaN;
const rows: Record<string, Record<string, string | number>> = {};
for (const one of measured) {
  rows[one.name] = {
    "requests/s": Math.round(one.perSecond),
    "CPU ms": one.cpuMs.toFixed(2),
    "bare answers for one page": (one.cpuMs / bare).toFixed(1),
    "p99 ms": one.p99,
    "non-2xx": one.refused,
  };
}
console.table(rows);
await product.stop();
