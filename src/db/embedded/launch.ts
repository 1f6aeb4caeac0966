import { access, constants, readFile } from "node:fs/promises";
import { closedFolder, type Account, type ServerAccount } from "./account.ts";

/** How a program of the server is started: as whom, and through which other program. */
export type Launch = (program: string, args: readonly string[]) => LaunchPlan;
export type LaunchPlan = { file: string; args: string[]; identity: { uid?: number; gid?: number } };

const SETPRIV = "/usr/bin/setpriv";
/** Lets a process enter every folder; the second also grants writing and is used where only it is available (containers). */
const capabilities = [
  { name: "dac_read_search", bit: 2n },
  { name: "dac_override", bit: 1n },
] as const;

/** The capability that is needed to pass capabilities on. */
const SETPCAP = 8n;

/** The weakest capability we can give a child so that it can enter closed folders, or null. */
async function passingCapability(): Promise<string | null> {
  const hasTool = await access(SETPRIV, constants.X_OK).then(
    () => true,
    () => false,
  );
  const status = await readFile("/proc/self/status", "utf8").catch(() => "");
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? "0"}`);
  const has = (bit: bigint) => ((effective >> bit) & 1n) === 1n;
  const found = capabilities.find(({ bit }) => has(bit));
  return hasTool && has(SETPCAP) && found ? found.name : null;
}

function explain(account: Account, folder: string): Error {
  return new Error(
    `PostgreSQL runs as the user "${account.name}", who may not enter ${folder}: ` +
      `run "chmod o+x ${folder}", move the project or DATA_DIR elsewhere, start as another user than root, or set DATABASE_URL.`,
  );
}

/**
 * The way to start the server's programs. As root below a folder that is closed to others (/root is), the server still
 * runs as its own user and gets the one capability it needs; no folder permissions are changed.
 * @throws Error that names the closed folder when that is not possible.
 */
export async function findLaunch(
  account: ServerAccount,
  targets: readonly string[],
  findCapability: () => Promise<string | null> = passingCapability,
): Promise<Launch> {
  if (!account) return (file, args) => ({ file, args: [...args], identity: {} });
  const { uid, gid } = account;
  const closed = await closedFolder(account, targets);
  if (!closed) return (file, args) => ({ file, args: [...args], identity: { uid, gid } });
  const capability = await findCapability();
  if (!capability) throw explain(account, closed);
  const flags = [
    [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--no-new-privs"],
    // access(2) forgets capabilities otherwise, and initdb looks for postgres by it.
    ["--securebits=+no_setuid_fixup"],
    [`--inh-caps=-all,+${capability}`, `--ambient-caps=-all,+${capability}`, "--"],
  ].flat();
  return (file, args) => ({ file: SETPRIV, args: [...flags, file, ...args], identity: {} });
}
