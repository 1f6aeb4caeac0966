import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { BrowserContext, Page } from "playwright-core";
import { closeProfiles, theChromium } from "./chromium.ts";
import { patienceMs, until } from "./patience.ts";

/** A request of the page that the test answers. */
export type HeldRequest = {
  method: string;
  /** With its query. */
  path: string;
  body: string;
  /** Whether the page has aborted it. */
  gone: () => boolean;
  answer: (data: unknown, status?: number) => void;
};

export type HookPages = {
  /** A page that shows one part of tests/fixtures/hook-page.tsx, with a clock of its own where `clock` is true. */
  open: (part: string, options?: { clock?: boolean; context?: BrowserContext }) => Promise<Page>;
  /** All requests of the present test, the oldest first. */
  requests: readonly HeldRequest[];
  /** The request at an index, once it is there. */
  request: (index: number) => Promise<HeldRequest>;
  /** Forgets the requests and closes the pages. Throws what one of them threw. */
  finish: () => Promise<void>;
  close: () => Promise<void>;
};

/** The program of the page, built in a process of its own: under the tests' NODE_ENV it would be one for development. */
async function builtScript(): Promise<string> {
  const program = fileURLToPath(new URL("build-hook-page.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program], {
    maxBuffer: 2 ** 26,
    env: { ...process.env, NODE_ENV: "production" },
  });
  return stdout;
}

/** The hooks of the browser in a real Chromium, with a server whose responses the test controls. */
export async function hookPages(): Promise<HookPages> {
  const script = await builtScript();
  const requests: HeldRequest[] = [];
  const faults: string[] = [];
  function hold(method: string, path: string, body: string, response: ServerResponse) {
    requests.push({
      method,
      path,
      body,
      gone: () => response.destroyed && !response.writableEnded,
      answer(data, status = 200) {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(data));
      },
    });
  }
  const server = createServer((request, response) => {
    const { method = "GET", url = "/" } = request;
    if (url.startsWith("/api/")) {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => hold(method, url, Buffer.concat(parts).toString(), response));
    } else if (url === "/script.js") {
      response.writeHead(200, { "content-type": "text/javascript" }).end(script);
    } else {
      response.writeHead(200, { "content-type": "text/html" })
        .end(`<!doctype html><title>Hooks</title><div id="root"></div>
          <script type="module" src="/script.js"></script>`);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await theChromium();
  return {
    requests,
    async open(part, { clock = false, context } = {}) {
      const page = await (context ?? (await browser.newContext())).newPage();
      page.setDefaultTimeout(patienceMs);
      page.on("pageerror", ({ message }) => faults.push(message));
      if (clock) await page.clock.install();
      await page.goto(`${address}/?part=${part}`);
      if (faults.length > 0) throw new Error(faults.join("\n"));
      return page;
    },
    async request(index) {
      await until(
        `request ${index}`,
        () => requests.length,
        (count) => count > index,
      );
      return requests[index];
    },
    async finish() {
      await closeProfiles(browser.contexts());
      requests.length = 0;
      const found = faults.splice(0);
      if (found.length > 0) throw new Error(found.join("\n"));
    },
    async close() {
      await closeProfiles(browser.contexts());
      server.closeAllConnections();
      server.close();
    },
  };
}
