const known: readonly (readonly [RegExp, string])[] = [
  [
    /No space left on device|Check free disk space|ENOSPC|EDQUOT|Disk quota exceeded/i,
    "there is no space left on the disk: free some and start again",
  ],
  [/Read-only file system|EROFS/i, "the disk is read-only: choose another DATA_DIR"],
  [
    /wrong ownership|must be owned by/i,
    "the data folder belongs to another user: start as that user or change its owner",
  ],
  [
    /Permission denied|EACCES|EPERM/i,
    "the data folder may not be read or written: choose another DATA_DIR or change its owner",
  ],
  [/EEXIST|ENOTDIR/, "a file is in the way: choose another DATA_DIR or move it"],
  [
    /incompatible with server|not compatible with this version/i,
    "the data folder was made by another version of PostgreSQL",
  ],
  [
    /could not resize shared memory|could not create shared memory/i,
    "the machine gives too little shared memory (in a container: raise --shm-size)",
  ],
];

function reasonIn(text: string): string | null {
  return known.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** One sentence from what the server wrote before it exited. */
export function explainServerLog(log: string, prefix: string): string {
  const fatal = log
    .split("\n")
    .filter((line) => /FATAL|PANIC|error:/i.test(line))
    .map((line) => line.replace(/^.*?((FATAL|PANIC|error):)/i, "$1").trim());
  const words = fatal.at(-1) ?? log.trim().split("\n").at(-1) ?? "";
  const reason = reasonIn(log);
  return [prefix, reason, words].filter(Boolean).join(": ");
}

/** A failed system call on the data folder as one sentence; other errors stay as they are. */
export function explainSystemError(error: unknown, folder: string): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const reason = reasonIn(code);
  if (!reason) return error;
  return new Error(`PostgreSQL cannot use ${folder}: ${reason} (${code}).`, { cause: error });
}
