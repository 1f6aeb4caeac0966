import { execFile } from "node:child_process";
import { chmod, chown, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const NAME = "postgres";

export type Account = { name: string; uid: number; gid: number };

/** Whom the database server runs as; null where that is ourselves. */
export type ServerAccount = Account | null;

async function lookUp(): Promise<ServerAccount> {
  const passwd = await readFile("/etc/passwd", "utf8");
  const line = passwd.split("\n").find((entry) => entry.startsWith(`${NAME}:`));
  if (!line) return null;
  const [, , uid, gid] = line.split(":");
  return { name: NAME, uid: Number(uid), gid: Number(gid) };
}

/**
 * PostgreSQL refuses to run as root, so as root we use the account "postgres", making it when it is absent.
 * @throws Error when it cannot be made.
 */
export async function serverAccount(): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return null;
  const known = await lookUp();
  if (known) return known;
  try {
    await run("groupadd", ["--system", "--force", NAME]);
    await run("useradd", [
      "--system",
      "--gid",
      NAME,
      "--no-create-home",
      "--shell",
      "/bin/false",
      NAME,
    ]);
  } catch (error) {
    throw new Error(
      `PostgreSQL does not run as root and the account "${NAME}" could not be made: ` +
        "make it yourself (useradd), start as another user, or set DATABASE_URL.",
      { cause: error },
    );
  }
  const made = await lookUp();
  if (!made) throw new Error(`The account "${NAME}" was made but is not in /etc/passwd.`);
  return made;
}

async function mayEnter(account: Account, folder: string): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder);
  let bit = 0o001;
  if (uid === account.uid) bit = 0o100;
  else if (gid === account.gid) bit = 0o010;
  return (mode & bit) !== 0;
}

/** Lets only this account pass through one of our folders, by group permission. */
export async function letThrough(account: ServerAccount, folder: string): Promise<void> {
  if (!account || (await mayEnter(account, folder))) return;
  const { mode, uid } = await stat(folder);
  await chown(folder, uid, account.gid);
  await chmod(folder, (mode & 0o7707) | 0o010);
}

/** The first folder above one of the targets that the account may not enter, or null. */
export async function closedFolder(
  account: Account,
  targets: readonly string[],
): Promise<string | null> {
  for (const target of targets) {
    let folder = path.resolve(target);
    while (folder !== path.dirname(folder)) {
      folder = path.dirname(folder);
      if (!(await mayEnter(account, folder))) return folder;
    }
  }
  return null;
}
