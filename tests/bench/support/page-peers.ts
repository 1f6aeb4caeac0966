/** What other servers take for the elements of a page: React alone, and Next.js. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import manifest from "../../../package.json" with { type: "json" };
import type { Tree } from "./element-tree.ts";
import type { Server } from "./pinned-servers.ts";
import { freePort } from "./product.ts";

const nextVersion = "16.4.6";
const production = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };

function peerOf(child: ChildProcess, port: number): Server {
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** React alone, for all elements of a page: no component, query, session or compression. */
export async function startBareReact(folder: string, page: Tree): Promise<Server> {
  const file = path.join(folder, "page.json");
  await writeFile(file, JSON.stringify(page));
  const script = path.join(import.meta.dirname, "bare-page.ts");
  const stdio: ["ignore", "pipe", "inherit"] = ["ignore", "pipe", "inherit"];
  const child = spawn(process.execPath, [script, file], { stdio, env: production });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (data: Buffer) => resolve(data.toString().trim()));
    child.once("exit", () => reject(new Error("React's server did not start")));
  });
  return peerOf(child, Number(port));
}

/** Pages as server components, rendered for each request: nothing to hydrate, no query and no session. */
const nextFiles = (part: Tree) => ({
  "part.json": JSON.stringify(part),
  "next.config.mjs": "export default {};\n",
  "app/layout.jsx": `export default function Layout({ children }) {
  return <html lang="en"><head><title>Wall</title></head><body>{children}</body></html>;
}
`,
  "app/page.jsx": `import { createElement } from "react";
import part from "../part.json";
export const dynamic = "force-dynamic";
const elementOf = (tree) =>
  typeof tree === "string" ? tree : createElement(tree.tag, tree.props, ...tree.children.map(elementOf));
export default function Page() {
  return elementOf(part);
}
`,
  "package.json": JSON.stringify({
    private: true,
    dependencies: {
      next: nextVersion,
      react: manifest.dependencies.react,
      "react-dom": manifest.dependencies["react-dom"],
    },
  }),
});

/** Next.js with the elements of a part of a page, installed for this alone; null where it cannot be had. */
export async function startNext(folder: string, part: Tree): Promise<Server | null> {
  const cwd = path.join(folder, "next");
  await mkdir(path.join(cwd, "app"), { recursive: true });
  for (const [name, text] of Object.entries(nextFiles(part)))
    await writeFile(path.join(cwd, name), text);
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd, encoding: "utf8", env: production });
  const steps = [
    () => run("npm", "install", "--no-audit", "--no-fund"),
    () => run(process.execPath, "node_modules/next/dist/bin/next", "build"),
  ];
  for (const step of steps) {
    const { status, stdout, stderr } = step();
    if (status === 0) continue;
    console.error(`Next.js is not compared: ${stderr || stdout}`);
    return null;
  }
  const port = await freePort();
  const args = ["node_modules/next/dist/bin/next", "start", "-p", String(port), "-H", "127.0.0.1"];
  const child = spawn(process.execPath, args, { cwd, stdio: "ignore", env: production });
  const peer = peerOf(child, port);
  for (let tries = 0; tries < 200; tries += 1) {
    const isReady = await fetch(peer.url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return peer;
    await sleep(100);
  }
  await peer.stop();
  throw new Error("Next.js did not start");
}
