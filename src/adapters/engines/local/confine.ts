/** Starts the process that draws with as little as it needs: no network, no account of ours, no memory beyond its own. */
import { execFile } from "node:child_process";
import { access, chown, constants, readdir, stat, writeFile } from "node:fs/promises";
import { constants as system, setPriority } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Logger } from "#app/lib/log.ts";
import type { Launch } from "./process.ts";

const run = promisify(execFile);

/** The account "nobody", which owns nothing. */
const nobody = 65_534;
/** Where the system takes the memory back first. */
const oomScore = "800";
/** Bytes of the largest file that it may write: a picture. */
const largestFile = 256 * 1024 * 1024;

const tools = {
  unshare: "/usr/bin/unshare",
  setpriv: "/usr/bin/setpriv",
  prlimit: "/usr/bin/prlimit",
} as const;

export type Confinement = {
  launch(
    program: string,
    args: readonly string[],
    limits: {
      /** Bytes that the process may have of its own. */
      memoryBytes: number;
      /** Whether we have to reach it over the loopback interface: then it cannot have a network of its own. */
      listens: boolean;
    },
  ): Promise<Launch>;
  /** Lets the process write to a folder, and others not. */
  handOver(folder: string): Promise<void>;
  onStarted(pid: number): void;
  /** What is not there of all this, for the log. */
  missing: readonly string[];
};

const works = (file: string, args: readonly string[]) =>
  run(file, [...args], { timeout: 10_000 }).then(
    () => true,
    () => false,
  );

const isRoot = () => process.getuid?.() === 0;

/** Whether others may read a file and enter every folder above it. */
async function isOpen(target: string): Promise<boolean> {
  if (((await stat(target)).mode & 0o004) === 0) return false;
  let folder = path.dirname(path.resolve(target));
  for (;;) {
    const { mode } = await stat(folder);
    if ((mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
    folder = path.dirname(folder);
  }
}

/** The groups that may use the graphics cards. */
async function cardGroups(): Promise<number[]> {
  const nodes = await readdir("/dev/dri").catch(() => [] as string[]);
  const found = await Promise.all(
    nodes
      .filter((name) => name.startsWith("renderD"))
      .map((name) => stat(path.join("/dev/dri", name)).then(({ gid }) => gid)),
  );
  return [...new Set(found)].filter((gid) => gid !== 0);
}

/** As whom it runs: as nobody where we are root. It is told to end when we do, by the system. */
async function privileges(readable: readonly string[]): Promise<string[]> {
  const ends = ["--pdeathsig=SIGKILL", "--no-new-privs"];
  if (!isRoot()) return ends;
  const groups = await cardGroups();
  const open = await Promise.all(readable.map(isOpen));
  // Below a closed folder, as DATA_DIR is, it may read what it is given the path of; it may write nothing.
  const entering = open.every(Boolean)
    ? ["--inh-caps=-all"]
    : [
        "--securebits=+no_setuid_fixup",
        "--inh-caps=-all,+dac_read_search",
        "--ambient-caps=-all,+dac_read_search",
      ];
  return [
    ...ends,
    `--reuid=${nobody}`,
    `--regid=${nobody}`,
    groups.length > 0 ? `--groups=${groups.join(",")}` : "--clear-groups",
    ...entering,
  ];
}

/** Finds out what the system allows. @param readable files and folders that the process has to read */
export async function findConfinement(
  readable: () => Promise<readonly string[]>,
  log: Logger,
): Promise<Confinement> {
  const network = isRoot() ? ["--net"] : ["--map-root-user", "--net"];
  const [hasNetwork, hasSetpriv, hasLimits] = await Promise.all([
    works(tools.unshare, [...network, "--", "/bin/true"]),
    works(tools.setpriv, ["--pdeathsig=SIGKILL", "--no-new-privs", "--", "/bin/true"]),
    access(tools.prlimit, constants.X_OK).then(
      () => true,
      () => false,
    ),
  ]);
  const missing = [
    ...(hasNetwork ? [] : ["a network namespace"]),
    ...(hasSetpriv ? [] : ["setpriv"]),
    ...(hasLimits ? [] : ["prlimit"]),
  ];
  return {
    missing,
    async launch(program, args, { memoryBytes, listens }) {
      const chain = [
        ...(hasNetwork && !listens ? [tools.unshare, ...network, "--"] : []),
        // No core of several gigabytes when it crashes.
        ...(hasLimits
          ? [
              tools.prlimit,
              "--core=0",
              `--fsize=${largestFile}`,
              `--data=${Math.ceil(memoryBytes)}`,
              "--",
            ]
          : []),
        ...(hasSetpriv
          ? [tools.setpriv, ...(await privileges([program, ...(await readable())])), "--"]
          : []),
        program,
        ...args,
      ];
      return { file: chain[0], args: chain.slice(1), cwd: "/" };
    },
    async handOver(folder) {
      if (isRoot() && hasSetpriv) await chown(folder, nobody, nobody);
    },
    onStarted(pid) {
      const ignore = (error: unknown) => log.debug({ err: error }, "the process has ended already");
      try {
        setPriority(pid, system.priority.PRIORITY_BELOW_NORMAL);
      } catch (error) {
        ignore(error);
      }
      void writeFile(`/proc/${pid}/oom_score_adj`, oomScore).catch(ignore);
    },
  };
}
