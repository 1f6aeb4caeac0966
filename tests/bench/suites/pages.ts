/**
 * Home, results and a picture's page, each as a guest gets it: requests a second and CPU milliseconds a page, of all
 * threads and of the database too, against bare string answers of the same server process (/healthz) in the same run. A
 * request with a cookie is never answered from memory: it shows what rendering costs. Beside them, React alone with the
 * elements of each page, and Next.js with those of home's wall (its version 16 is installed for that; PEERS=off leaves
 * them out). PROFILE=folder writes a CPU profile of the server.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import autocannon from "autocannon";
import { documentTree, partOf, sizeOf, type Tree } from "../support/element-tree.ts";
import { startBareReact, startNext } from "../support/page-peers.ts";
import { costOf, type Server } from "../support/pinned-servers.ts";
import { castAndWait, grantCredits, signUp, startProduct } from "../support/product.ts";

const profile = process.env.PROFILE;
const nodeOptions = profile ? `--cpu-prof --cpu-prof-dir=${profile}` : "";
const product = await startProduct({ env: { NODE_OPTIONS: nodeOptions } });
const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-pages-"));

/** Pictures for the pages to show. */
async function castPictures(): Promise<void> {
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
}

type Page = { name: string; path: string; html: string };

/** The pages under load, each shown to answer 200 with what it is about. */
async function pages(): Promise<Page[]> {
  const { items } = (await (await fetch(`${product.url}/api/pictures?limit=1`)).json()) as {
    items: { slug: string }[];
  };
  const paths = { home: "/", results: "/s/rolling-hills", "a picture": `/i/${items[0]?.slug}` };
  const found: Page[] = [];
  for (const [name, address] of Object.entries(paths)) {
    const answer = await fetch(product.url + address);
    const html = await answer.text();
    if (!answer.ok || !/olling hills/.test(html)) throw new Error(`${address} shows no picture`);
    found.push({ name, path: address, html });
  }
  return found;
}

type Measured = { name: string; perSecond: number; cpuMs: number; p99: number; refused: number };

async function measure(
  name: string,
  server: Pick<Server, "url" | "pid">,
  address: string,
  rendered = false,
): Promise<Measured> {
  const headers = {
    "accept-encoding": "gzip, deflate, br, zstd",
    ...(rendered && { cookie: "seen=1" }),
  };
  const options = { url: server.url + address, connections: 4, headers };
  await autocannon({ ...options, duration: 3 });
  // Of results from memory, ten seconds of load would reach even a thousand times the limit of a minute's searches.
  const duration = rendered ? 10 : 6;
  let load: autocannon.Result | null = null;
  const cost = await costOf(server, async () => {
    load = await autocannon({ ...options, duration });
  });
  const { requests, latency, non2xx } = load as unknown as autocannon.Result;
  return {
    name,
    perSecond: requests.average,
    cpuMs: (cost * 1000) / requests.total,
    p99: latency.p99,
    refused: non2xx,
  };
}

/**
 * Measures a server that shows the elements of a tree, and stops it.
 * @param part what holds the elements that are compared; React itself adds links to the head
 * @throws Error where it does not show as many
 */
async function measurePeer(
  name: string,
  peer: Server,
  tree: Tree,
  part: string,
): Promise<Measured> {
  try {
    const shown = partOf(documentTree(await (await fetch(peer.url)).text()), part);
    const wanted = partOf(tree, part);
    if (sizeOf(shown) !== sizeOf(wanted)) {
      throw new Error(`${name} shows ${sizeOf(shown)} elements, not ${sizeOf(wanted)}`);
    }
    return await measure(`${name}, ${sizeOf(wanted)} elements`, peer, "/");
  } finally {
    await peer.stop();
  }
}

async function measurePeers(found: readonly Page[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const { name, html } of found) {
    const tree = documentTree(html);
    const peer = await startBareReact(folder, tree);
    measured.push(await measurePeer(`React alone, ${name}`, peer, tree, "body"));
  }
  const wall = partOf(documentTree(found[0]?.html ?? ""), "main");
  const next = await startNext(folder, wall);
  if (next !== null) measured.push(await measurePeer("Next.js, home's wall", next, wall, "main"));
  return measured;
}

/** The pages, and what they cost the product, which is stopped then. */
async function measureProduct(): Promise<{ found: Page[]; measured: Measured[] }> {
  try {
    await castPictures();
    const found = await pages();
    const measured: Measured[] = [];
    for (const { name, path: address } of found) {
      measured.push(await measure(`${name}, rendered`, product, address, true));
      measured.push(await measure(`${name}, from memory`, product, address));
    }
    measured.push(await measure("/healthz", product, "/healthz"));
    return { found, measured };
  } finally {
    await product.stop();
  }
}

try {
  const { found, measured } = await measureProduct();
  const bare = measured.at(-1)?.cpuMs ?? 0;
  if (process.env.PEERS !== "off") measured.push(...(await measurePeers(found)));
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
} finally {
  await rm(folder, { recursive: true, force: true });
}
