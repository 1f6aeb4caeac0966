import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ServerAccount } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import type { Launch } from "./launch.ts";
import { explainServerLog, explainSystemError } from "./explain.ts";
import { commandLine, markOf } from "./process.ts";

/** What is known about a database folder before its server runs. */
export type Cluster = {
  /** DATA_DIR/postgres: lock, password, users. */
  folder: string;
  /** What PostgreSQL calls its data directory. */
  data: string;
  /** The superuser's, for the set-up of the database alone. */
  passwordFile: string;
  /** That of the role by which the program connects. */
  rolePasswordFile: string;
  logFile: string;
  binaries: Binaries;
  account: ServerAccount;
  launch: Launch;
  /** Server settings beside the defaults below. */
  settings: Readonly<Record<string, string>>;
};

async function give(account: ServerAccount, target: string): Promise<void> {
  if (account) await chown(target, account.uid, account.gid);
}

/** Our own environment (secrets, PG* variables) is not passed to the server. */
export const environment = { PATH: process.env.PATH, TZ: "UTC", LC_ALL: "C" };

async function runInitdb(cluster: Cluster, data: string, passwordFile: string): Promise<void> {
  const flags = [
    ["-D", data],
    ["-U", "postgres"],
    ["--auth=scram-sha-256", `--pwfile=${passwordFile}`],
    ["--locale=C.UTF-8", "--encoding=UTF8", "--no-instructions"],
  ].flat();
  const { file, args, identity } = cluster.launch(cluster.binaries.initdb, flags);
  const child = spawn(file, args, {
    ...identity,
    cwd: "/",
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0)
    throw new Error(explainServerLog(output, "PostgreSQL could not make its data folder"));
}

/** Creates the data folder when there is none. A killed first start leaves only a draft, which is deleted. */
export async function ensureData(cluster: Cluster): Promise<void> {
  if (await stat(path.join(cluster.data, "PG_VERSION")).catch(() => null)) return;
  for (const name of await readdir(cluster.folder)) {
    if (name.startsWith("draft-")) {
      // The initdb of a killed program may still be writing there for a moment.
      const patience = { maxRetries: 20, retryDelay: 50 };
      await rm(path.join(cluster.folder, name), { recursive: true, force: true, ...patience });
    }
  }
  const password = randomBytes(24).toString("base64url");
  const draft = path.join(cluster.folder, `draft-${process.pid}`);
  const draftPassword = path.join(cluster.folder, `draft-${process.pid}-password`);
  try {
    await mkdir(draft, { mode: 0o700 });
    await give(cluster.account, draft);
    await writeFile(draftPassword, password, { mode: 0o600 });
    await give(cluster.account, draftPassword);
    await runInitdb(cluster, draft, draftPassword);
    await writeFile(cluster.passwordFile, password, { mode: 0o600 });
    await rename(draft, cluster.data);
  } catch (error) {
    throw explainSystemError(error, cluster.folder);
  } finally {
    await rm(draftPassword, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

export type Postmaster = { pid: number; port: number; ready: boolean };

/** What postmaster.pid says about a living server of this folder; null when there is none. */
export async function runningPostmaster(cluster: Cluster): Promise<Postmaster | null> {
  const text = await readFile(path.join(cluster.data, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (!(await markOf(pid))) return null;
  // A process id reused by another program is not our server.
  if (!(await commandLine(pid)).includes(cluster.data)) return null;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}
