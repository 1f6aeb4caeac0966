/**
 * The program for those who work on it. Vite stands in front of it in the same process: components and styles change in the
 * open page and keep their state; whatever runs on the server is loaded anew when a file of it changes. The embedded
 * database stays up all the while. Changes of package.json, vite.config.ts or .env need a new start.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import closeWithGrace from "close-with-grace";
import { createServer as createVite, type EnvironmentModuleNode, type ViteDevServer } from "vite";
import { openEmbedded, type Embedded } from "#app/db/embedded.ts";
import { readEnv } from "#app/env.ts";
import { misspeltSettings } from "#app/setting-names.ts";
import { openLog } from "#app/lib/log.ts";
import type { openServices, OpenServices } from "#app/open-services.ts";
import type { Handler } from "#app/roles/listen.ts";
import type { PageBuild } from "#app/roles/pages.ts";
import type { RunningServer, startServer } from "#app/roles/server.ts";
import type { startDemoSeed } from "../db/seed/demo.ts";

const root = path.resolve(import.meta.dirname, "..");
/** Editors write a file in several steps. */
const settleMs = 30;

/** What runs on the server apart from the pages, which Vite loads by itself. */
const entries = ["/src/open-services.ts", "/src/roles/server.ts", "/db/seed/demo.ts"];

type Loaded = [
  { openServices: typeof openServices },
  { startServer: typeof startServer },
  { startDemoSeed: typeof startDemoSeed },
];

type Program = {
  services: OpenServices;
  server: RunningServer;
  handle: Handler;
  stop(): Promise<void>;
};

process.umask(0o077);

const env = readEnv(process.env);
for (const sentence of misspeltSettings(process.env))
  process.stderr.write(`warning: ${sentence}\n`);
const log = openLog(env.LOG_LEVEL);
const say = (text: string) => process.stdout.write(`${text}\n`);

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  return port;
}

async function openVite(): Promise<ViteDevServer> {
  const port = await freePort();
  return createVite({
    root,
    appType: "custom",
    cacheDir: path.resolve(env.DATA_DIR, "vite"),
    server: {
      middlewareMode: true,
      hmr: { port, clientPort: port },
      // The packages may lie elsewhere, behind a link.
      fs: { allow: [root, realpathSync(path.join(root, "node_modules"))] },
    },
    // Found before the first page: packages found later would load it anew, and lose what is typed.
    optimizeDeps: {
      entries: ["src/entry.client.tsx", "src/root.tsx", "src/{pages,features,shell,ui}/**/*.tsx"],
    },
  });
}

async function startProgram(vite: ViteDevServer, embedded: Embedded | null): Promise<Program> {
  const load = (name: string) => vite.ssrLoadModule(name) as Promise<unknown>;
  const [composition, roles, seed] = (await Promise.all(entries.map(load))) as Loaded;
  const services = await composition.openServices(env, { log, ...(embedded && { embedded }) });
  try {
    let handle: Handler = () => undefined;
    const server = await roles.startServer(services, {
      roles: env.ROLES,
      host: env.HOST,
      port: env.PORT,
      // A page is as its sources are now.
      guestPagesMs: 0,
      pages: {
        build: () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<PageBuild>,
        files: null,
      },
      async listen(given) {
        handle = given;
        return {
          port: env.PORT,
          open: new Set(),
          connections: () => ({ open: 0, refused: 0, stalled: 0 }),
          close: async () => undefined,
        };
      },
    });
    const demo = env.ROLES.includes("worker") ? seed.startDemoSeed(services) : null;
    async function stop(): Promise<void> {
      await demo?.stop();
      await server.close();
      await services.close();
    }
    return { services, server, handle, stop };
  } catch (error) {
    await services.close();
    throw error;
  }
}

/** Whether a module, or one that imports it, is an entry of the program. */
function reachesEntry(modules: Iterable<EnvironmentModuleNode>): boolean {
  const seen = new Set<EnvironmentModuleNode>();
  const open = [...modules];
  for (let module = open.pop(); module; module = open.pop()) {
    if (seen.has(module)) continue;
    seen.add(module);
    if (entries.some((entry) => module.url === entry)) return true;
    open.push(...module.importers);
  }
  return false;
}

const embedded = env.DATABASE_URL ? null : await openEmbedded(env.DATA_DIR, log);
const vite = await openVite();
let program: Promise<Program> = startProgram(vite, embedded);
const { services } = await program;

/** Ends the program and starts it from the files as they are now; requests wait meanwhile. */
async function reload(): Promise<Program> {
  const started = performance.now();
  await (await program.catch(() => null))?.stop();
  const next = await startProgram(vite, embedded);
  say(`Reloaded in ${Math.round(performance.now() - started)} ms.`);
  return next;
}

let timer: NodeJS.Timeout | undefined;
vite.watcher.on("change", (file) => {
  const modules = vite.environments.ssr.moduleGraph.getModulesByFile(file) ?? [];
  if (!reachesEntry(modules)) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    program = reload();
    program.catch((error: unknown) => log.error({ err: error }, "the program cannot be loaded"));
  }, settleMs);
});

async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    (await program).handle(req, res);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    res.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end(text);
  }
}

const front = createServer((req, res) => vite.middlewares(req, res, () => void answer(req, res)));
front.listen(env.PORT, env.HOST);
await once(front, "listening");
const { port } = front.address() as net.AddressInfo;
say(`${services.env.APP_NAME} is ready for development on http://localhost:${port}`);

closeWithGrace({ delay: 25_000, logger: false }, async ({ err }) => {
  if (err) log.fatal({ err }, "unexpected error: shutting down");
  front.closeAllConnections();
  front.close();
  await vite.close();
  await (await program.catch(() => null))?.stop();
  await embedded?.stop();
});
