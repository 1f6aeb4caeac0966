/** The program that draws: stable-diffusion.cpp as an addon of Bare, fetched when somebody wants it. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  access,
  chmod,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { EngineError } from "../port.ts";
import { oneAtATime } from "./held-folder.ts";
import type { LocalRuntimeState } from "./types.ts";

/** package.json and package-lock.json of what is fetched, with the hash of each package. */
const manifest = fileURLToPath(new URL("runtime/", import.meta.url));
const files = ["package.json", "package-lock.json"] as const;
const addon = "node_modules/@qvac/diffusion-cpp";

/** Systems that both the addon and Bare can be had for, and that the program itself runs on. */
const platform = `${process.platform}-${process.arch}`;
const platforms = new Set(["linux-x64"]);
const oldestGlibc = [2, 34] as const;

type Runtime = {
  /** The executable of Bare itself, rather than the script that starts it. */
  program: string;
  /** Puts the script that Bare runs into the folder. @returns its path */
  script(): Promise<string>;
  state(): Promise<LocalRuntimeState>;
  fetch(signal: AbortSignal, onProgress: (done: string) => void): Promise<void>;
};

type Report = { header: { glibcVersionRuntime?: string } };

/** Why nobody makes the runtime for this system; null where somebody does. */
function unsupported(): string | null {
  if (!platforms.has(platform)) return `there is no runtime for ${platform}`;
  const { glibcVersionRuntime: found = "" } = (process.report.getReport() as unknown as Report)
    .header;
  const [major = 0, minor = 0] = found.split(".").map(Number);
  const isOld = major < oldestGlibc[0] || (major === oldestGlibc[0] && minor < oldestGlibc[1]);
  if (!isOld) return null;
  return `the runtime needs glibc ${oldestGlibc.join(".")} or newer; here is ${found || "none"}`;
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Settings of npm that decide where it asks; nothing else of our environment, which has secrets. */
const npmSettings =
  /^(?:PATH|HOME|TMPDIR|NODE_EXTRA_CA_CERTS|(?:https?|no)_proxy|npm_config_(?:registry|cafile|proxy|https_proxy|noproxy|cache|userconfig|globalconfig))$/i;

function npmEnvironment(): Record<string, string> {
  const given = Object.entries(process.env).filter(([name]) => npmSettings.test(name));
  return Object.fromEntries(given.map(([name, value]) => [name, value ?? ""]));
}

/** @throws EngineError */
async function install(folder: string, signal: AbortSignal): Promise<void> {
  const child = spawn("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    env: npmEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
    // Its own group, so that what it starts ends with it.
    detached: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-4000);
    });
  }
  const stop = () => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject).once("close", resolve);
    });
    if (signal.aborted) throw new EngineError("cancelled", "Fetching the runtime was cancelled.");
    if (code !== 0) {
      throw new EngineError("provider-down", "The runtime could not be fetched by npm.", {
        providerCode: "runtime-fetch",
        cause: new Error(said.trim() || `npm ended with ${code}`),
      });
    }
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw new EngineError("provider-down", "The runtime is fetched by npm, which is not here.", {
      providerCode: "runtime-fetch",
      cause: error,
    });
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** The addon comes with binaries for every system: two thirds of its size are of no use here. */
async function deleteForeign(folder: string): Promise<void> {
  const prebuilds = path.join(folder, addon, "prebuilds");
  const foreign = (await readdir(prebuilds)).filter((name) => name !== platform);
  await Promise.all(
    foreign.map((name) => rm(path.join(prebuilds, name), { recursive: true, force: true })),
  );
}

/**
 * The runtime that this release is made for, below a folder that is ours.
 * @param home DATA_DIR/runtime
 */
export async function openRuntime(home: string): Promise<Runtime> {
  const texts = await Promise.all(files.map((name) => readFile(path.join(manifest, name))));
  const pinned = createHash("sha256").update(Buffer.concat(texts)).digest("hex").slice(0, 12);
  const { dependencies } = JSON.parse(texts[0].toString()) as {
    dependencies: Record<string, string>;
  };
  const version = dependencies["@qvac/diffusion-cpp"];
  const name = `diffusion-${version}-${pinned}`;
  const folder = path.join(home, name);
  const program = path.join(folder, `node_modules/bare-runtime-${platform}/bin/bare`);
  const isHere = () => exists(program);

  async function fetchIt(signal: AbortSignal, onProgress: (done: string) => void) {
    if (await isHere()) return;
    const draft = `${folder}.part`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true });
    for (const file of files) await cp(path.join(manifest, file), path.join(draft, file));
    onProgress("fetching");
    await install(draft, signal);
    onProgress("unpacking");
    await deleteForeign(draft);
    // Whom the program runs as has to be able to enter it, whatever our umask is.
    await chmod(draft, 0o755);
    await rename(draft, folder);
    for (const other of await readdir(home)) {
      if (other.startsWith("diffusion-") && other !== name) {
        await rm(path.join(home, other), { recursive: true, force: true });
      }
    }
  }

  return {
    program,
    async script() {
      const text = await readFile(path.join(manifest, "child.cjs"));
      const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
      // It looks for the addon beside itself. A change of it fetches nothing anew.
      const script = path.join(folder, `child-${hash}.cjs`);
      if (await exists(script)) return script;
      const draft = `${script}.${process.pid}.part`;
      await writeFile(draft, text, { mode: 0o644 });
      await rename(draft, script);
      return script;
    },
    async state() {
      if (await isHere()) return { state: "ready", version };
      const reason = unsupported();
      return reason === null
        ? { state: "absent", version }
        : { state: "unsupported", version, reason };
    },
    async fetch(signal, onProgress) {
      const reason = unsupported();
      if (reason !== null) {
        throw new EngineError("provider-down", `Models cannot draw on this machine: ${reason}.`);
      }
      if (await isHere()) return;
      await mkdir(home, { recursive: true });
      try {
        await oneAtATime(path.join(home, "fetching"), signal, () => fetchIt(signal, onProgress));
      } catch (error) {
        if (signal.aborted) {
          throw new EngineError("cancelled", "Fetching the runtime was cancelled.", {
            cause: error,
          });
        }
        throw error;
      }
    },
  };
}
