/** Servers to be compared, each alone on the first core, and what they cost in CPU time. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmod, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";

export type Server = { url: string; pid: number; stop(): Promise<void> };

const pinned = spawnSync("taskset", ["-c", "0", "true"]).status === 0 ? ["taskset", "-c", "0"] : [];

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

/** Starts image-server.ts as one of its kinds. */
export async function start(kind: string, folder: string): Promise<Server> {
  const script = path.join(import.meta.dirname, "image-server.ts");
  const [command, ...args] = [...pinned, process.execPath, script, kind, folder];
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (data: Buffer) => resolve(data.toString().trim()));
    child.once("exit", () => reject(new Error(`${kind} did not start`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await ended(child);
    },
  };
}

/**
 * User and system seconds so far, with all threads, of a process and of those that it has started (the database), by a clock of 100 ticks a
 * second.
 */
async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1].split(" ");
  let sum = (Number(fields[11]) + Number(fields[12])) / 100;
  for (const task of await readdir(`/proc/${pid}/task`)) {
    const file = `/proc/${pid}/task/${task}/children`;
    const children = await readFile(file, "utf8").catch(() => "");
    for (const child of children.split(" ").filter(Boolean)) {
      sum += await cpuSeconds(Number(child)).catch(() => 0);
    }
  }
  return sum;
}

/** CPU seconds of the server while the work is done. */
export async function costOf(
  server: Pick<Server, "pid">,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await cpuSeconds(server.pid);
  await work();
  return (await cpuSeconds(server.pid)) - before;
}

/** nginx with sendfile over one file, `/hot.webp`; null where it is not installed. */
export async function startNginx(folder: string, bytes: Buffer): Promise<Server | null> {
  if (spawnSync("nginx", ["-v"]).error) return null;
  const site = path.join(folder, "site");
  await mkdir(site);
  await writeFile(path.join(site, "hot.webp"), bytes);
  for (const each of [folder, site]) await chmod(each, 0o755);
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const conf = path.join(folder, "nginx.conf");
  await writeFile(
    conf,
    `daemon off; worker_processes 1; master_process off; pid ${folder}/nginx.pid; error_log stderr crit;
     events { worker_connections 1024; }
     http { access_log off; sendfile on; tcp_nopush on; open_file_cache max=100; keepalive_requests 10000000;
       types { image/webp webp; } client_body_temp_path ${folder}; proxy_temp_path ${folder};
       fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
       server { listen 127.0.0.1:${port}; root ${site}; add_header cache-control "public, max-age=31536000, immutable"; } }`,
  );
  const [command, ...args] = [...pinned, "nginx", "-c", conf];
  const child = spawn(command, args, { stdio: "inherit" });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(`${url}/hot.webp`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await ended(child);
    },
  };
}
