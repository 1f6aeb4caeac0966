import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { isAlive, markOf, type ProcessMark } from "./process.ts";

export type Holder = ProcessMark & {
  /** The opening that wrote it: one process may open the same folder twice. */
  token: string;
  stopping: boolean;
};

/** Which processes use a database folder, and which of them supervises the server. */
export type Membership = {
  /** Becomes the supervisor when there is none; true when we are. */
  acquire(): Promise<boolean>;
  /** The living supervisor, or null. */
  holder(): Promise<Holder | null>;
  /** Tells newcomers to wait until the supervisor has left. */
  announceStop(): Promise<void>;
  release(): Promise<void>;
  /** Living processes beside ourselves that use the database. */
  others(): Promise<number>;
  leave(): Promise<void>;
};

async function readMark(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Holder;
  } catch {
    return null;
  }
}

async function ownMark(): Promise<ProcessMark> {
  const mark = await markOf(process.pid);
  if (!mark)
    throw new Error(
      "/proc is not readable: the built-in PostgreSQL needs it, or set DATABASE_URL.",
    );
  return mark;
}

/**
 * Enters this process among the users of the folder. Files say who is there by process number and start time,
 * so that entries of killed processes count for nothing.
 */
export async function joinFolder(folder: string): Promise<Membership> {
  const lockFile = path.join(folder, "supervisor.lock");
  const usersFolder = path.join(folder, "users");
  const userFile = path.join(usersFolder, `${process.pid}-${randomUUID().slice(0, 8)}`);
  const token = path.basename(userFile);
  const me: Holder = { ...(await ownMark()), token, stopping: false };
  await mkdir(usersFolder, { recursive: true });
  await writeFile(userFile, JSON.stringify(me), { mode: 0o600 });

  /** The whole content appears at once: a link to a file already written. */
  async function createLock(): Promise<boolean> {
    const draft = `${lockFile}.${token}`;
    await writeFile(draft, JSON.stringify(me), { mode: 0o600 });
    try {
      await link(draft, lockFile);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    } finally {
      await rm(draft, { force: true });
    }
  }

  async function isOurs(): Promise<boolean> {
    return (await readMark(lockFile))?.token === token;
  }

  /** Removes a dead supervisor's lock; restores it when the supervisor turns out to be alive. */
  async function breakStale(): Promise<void> {
    const aside = `${lockFile}.${token}.stale`;
    try {
      await rename(lockFile, aside);
    } catch {
      return;
    }
    const mark = await readMark(aside);
    if (mark && (await isAlive(mark))) await link(aside, lockFile).catch(() => undefined);
    await rm(aside, { force: true });
  }

  async function holder(): Promise<Holder | null> {
    const mark = await readMark(lockFile);
    return mark && (await isAlive(mark)) ? mark : null;
  }

  return {
    holder,
    async acquire() {
      if (await createLock()) return true;
      if (await isOurs()) return true;
      if (await holder()) return false;
      await breakStale();
      return createLock();
    },
    async announceStop() {
      const draft = `${lockFile}.${token}`;
      await writeFile(draft, JSON.stringify({ ...me, stopping: true }), { mode: 0o600 });
      await rename(draft, lockFile);
    },
    async release() {
      if (await isOurs()) await rm(lockFile, { force: true });
    },
    async others() {
      let living = 0;
      for (const name of await readdir(usersFolder)) {
        const file = path.join(usersFolder, name);
        if (file === userFile) continue;
        const mark = await readMark(file);
        if (mark && (await isAlive(mark))) living += 1;
        else await rm(file, { force: true });
      }
      return living;
    },
    async leave() {
      await rm(userFile, { force: true });
    },
  };
}
