/** The product's pages in Chromium, and the cost of their frames. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { chromium, type Browser, type CDPSession, type Page } from "playwright-core";
import { startProduct, type Product } from "./product.ts";

export type Stage = {
  product: Product;
  /** A page of a visitor, or of the member with the cookie. */
  open(address: string, cookie?: string): Promise<Staged>;
  close(): Promise<void>;
};
export type Staged = { page: Page; client: CDPSession };

/** The whole product with its built pages, a host of pictures beside it, and Chromium without a graphics card. */
export async function openStage(): Promise<Stage> {
  const host = spawn(process.execPath, [path.join(import.meta.dirname, "picture-host.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(host.stdout, "data")) as [Buffer];
  const pictures = `http://localhost:${Number(line.toString())}`;
  const product = await startProduct({ env: { PICTURES_URL: pictures, HELPERS: "off" } });
  const browser: Browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
  return {
    product,
    async open(address, cookie) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      if (cookie !== undefined) {
        await context.addCookies(
          cookie.split("; ").map((pair) => {
            const at = pair.indexOf("=");
            return { name: pair.slice(0, at), value: pair.slice(at + 1), url: product.url };
          }),
        );
      }
      const page = await context.newPage();
      const client = await context.newCDPSession(page);
      await client.send("Performance.enable");
      await page.goto(product.url + address);
      return { page, client };
    },
    async close() {
      await browser.close();
      host.kill();
      await product.stop();
    },
  };
}

/** Heap of the page in MB, after a garbage collection. */
export async function heapMb({ client }: Staged): Promise<number> {
  await client.send("HeapProfiler.collectGarbage");
  return (await metrics(client))["JSHeapUsedSize"] / 1024 / 1024;
}

async function metrics(client: CDPSession): Promise<Record<string, number>> {
  const { metrics: all } = await client.send("Performance.getMetrics");
  return Object.fromEntries(all.map(({ name, value }) => [name, value]));
}

/**
 * Times from one frame to the next while the page does `step` in each of them, and what of a frame was work of the main
 * thread, by kind. `step` is run in the page: it may use nothing of what surrounds it here.
 */
export async function measureFrames(
  { page, client }: Staged,
  frames: number,
  step: (frame: number) => void,
): Promise<Record<string, string | number>> {
  await page.evaluate(`globalThis.benchStep = ${step.toString()}`);
  const before = await metrics(client);
  const times = await page.evaluate((count) => {
    const { benchStep } = globalThis as unknown as { benchStep: (frame: number) => void };
    return new Promise<number[]>((resolve) => {
      const deltas: number[] = [];
      let last = 0;
      const frame = (now: number) => {
        if (last > 0) deltas.push(now - last);
        last = now;
        if (deltas.length >= count) {
          resolve(deltas);
          return;
        }
        benchStep(deltas.length);
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
  }, frames);
  const after = await metrics(client);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1);
  const each = (name: string) => (((after[name] - before[name]) * 1000) / times.length).toFixed(2);
  return {
    frames: times.length,
    "p50 ms": at(0.5),
    "p95 ms": at(0.95),
    "p99 ms": at(0.99),
    "over 20 ms": times.filter((time) => time > 20).length,
    "main thread ms": each("TaskDuration"),
    script: each("ScriptDuration"),
    style: each("RecalcStyleDuration"),
    layout: each("LayoutDuration"),
  };
}
