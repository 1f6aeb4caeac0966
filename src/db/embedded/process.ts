import { readFile } from "node:fs/promises";

/** A process that cannot be confused with a later one of the same id. */
export type ProcessMark = { pid: number; started: string };

async function statFields(pid: number): Promise<string[] | null> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    // The name, in brackets, may hold spaces: fields are counted after it, from the state (field 3) on.
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/** The identity of a living process, or null; a zombie counts as dead. */
export async function markOf(pid: number): Promise<ProcessMark | null> {
  const fields = await statFields(pid);
  if (!fields || fields[0] === "Z" || fields[0] === "X") return null;
  return { pid, started: fields[19] };
}

/** Whether that process still runs. */
export async function isAlive(mark: ProcessMark): Promise<boolean> {
  const now = await markOf(mark.pid);
  return now !== null && now.started === mark.started;
}

/** The command line of a process, empty when it is gone. */
export async function commandLine(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return text.replaceAll("\0", " ").trim();
}
