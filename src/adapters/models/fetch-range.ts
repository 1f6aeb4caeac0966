/** One request for a range of a file, written into its part as it arrives. */
import { beginsAsModel, firstBytes } from "./headers/check.ts";
import { header } from "./hub-answers.ts";
import { drop, lengthOf, type Hub, type HubAnswer } from "./hub.ts";
import { connectionFault } from "./connection.ts";
import type { Pace } from "./pace.ts";
import type { Part } from "./part.ts";
import { ModelFileError, type HubStatement } from "./port.ts";
import type { Range } from "./ranges.ts";
import type { ModelFile } from "#app/rules/local-models.ts";

export type Fetching = {
  hub: Hub;
  file: ModelFile & HubStatement;
  part: Part;
  pace: Pace;
  /** Milliseconds without a byte after which a connection counts as broken. */
  stallMs: number;
  /** Called after each piece that is written. @throws what ends the download */
  onBytes: (bytes: number) => void;
};

/** What is here is of another version, or cannot be gone on with: all of it is fetched again. */
export class BeginAgain extends Error {
  /** Whether the server gives the whole file alone. */
  readonly wholeOnly: boolean;

  constructor(message: string, wholeOnly: boolean) {
    super(message);
    this.name = "BeginAgain";
    this.wholeOnly = wholeOnly;
  }
}

const factsOf = ({ file, hub }: Fetching) => ({ file: file.path, repo: file.repo, host: hub.host });

/** What a range is asked for with; nothing for the whole file. */
function headersOf({ part, file }: Fetching, [start, end]: Range): Record<string, string> {
  if (start === 0 && end === file.bytes) return {};
  const range = `bytes=${start}-${end === file.bytes ? "" : end - 1}`;
  const { etag } = part;
  // A weak one cannot be used here (RFC 9110, section 13.1.5); the answer's is compared then.
  return { range, ...(etag !== null && !etag.startsWith("W/") && { "if-range": etag }) };
}

/** Where the answer's bytes begin. @throws ModelFileError, BeginAgain */
function startOf(fetching: Fetching, answer: HubAnswer, [start, end]: Range): number {
  const { file, part } = fetching;
  const { statusCode, headers } = answer;
  const refuse = (kind: "changed" | "refused" | "unreachable", detail: string) =>
    new ModelFileError(kind, { ...factsOf(fetching), detail });
  if ((header(headers, "content-encoding") ?? "identity") !== "identity") {
    throw refuse("refused", "it sends the file compressed");
  }
  const range = header(headers, "content-range") ?? "";
  if (statusCode === 416) {
    const total = /\/(\d+)$/.exec(range)?.[1];
    if (total === undefined || Number(total) === file.bytes) {
      throw new BeginAgain("the server has no such range", true);
    }
    throw refuse("changed", `the size is ${total}, not ${file.bytes}`);
  }
  const etag = header(headers, "etag");
  const isOther = part.size > 0 && part.etag !== null && etag !== null && etag !== part.etag;
  if (statusCode === 206) {
    const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(range) ?? [];
    if (total !== "*" && Number(total) !== file.bytes) {
      throw refuse("changed", `the size is ${total ?? "not said"}, not ${file.bytes}`);
    }
    if (isOther) throw new BeginAgain("the file has another etag than its part", false);
    if (Number(first) !== start || Number(last) >= end) {
      throw refuse("unreachable", "it answered with another range than was asked for");
    }
    return start;
  }
  if (/^text\/html\b/i.test(header(headers, "content-type") ?? "")) {
    throw refuse("refused", "it answered with a web page in the place of the file");
  }
  const length = lengthOf(headers);
  if (length !== null && length !== file.bytes) {
    throw refuse("refused", `it answered with ${length} bytes in the place of ${file.bytes}`);
  }
  if (start > 0 || end < file.bytes || isOther) {
    throw new BeginAgain("the server sends the whole file", !isOther);
  }
  return 0;
}

/** Ends a connection that is silent while something is waited for. */
function watch(stallMs: number, signal: AbortSignal) {
  const silent = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: AbortSignal.any([signal, silent.signal]),
    listen() {
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(new Error("no byte arrived")), stallMs);
    },
    rest: () => clearTimeout(timer),
  };
}

/**
 * Fetches a range, or its beginning. What arrived is in the part, however it ends.
 * @throws ModelFileError, BeginAgain, the signal's reason; the system's error when it cannot be written
 */
export async function fetchRange(
  fetching: Fetching,
  range: Range,
  inOrder: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { hub, file, part, pace, stallMs, onBytes } = fetching;
  const watching = watch(stallMs, signal);
  try {
    watching.listen();
    const answer = await hub.ask(file, headersOf(fetching, range), watching.signal);
    let at: number;
    try {
      at = startOf(fetching, answer, range);
    } catch (error) {
      await drop(answer);
      throw error;
    }
    await part.begin(header(answer.headers, "etag"), inOrder);
    const body = answer.body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    try {
      for (;;) {
        watching.listen();
        const next = await body.next();
        watching.rest();
        if (next.done === true || at >= range[1]) break;
        const bytes = next.value.subarray(0, range[1] - at);
        if (at === 0 && bytes.length >= firstBytes && !beginsAsModel(bytes)) {
          const detail = "it begins as neither of them";
          throw new ModelFileError("bad-file", { ...factsOf(fetching), detail });
        }
        await pace(bytes.length, signal);
        await part.write(bytes, at);
        at += bytes.length;
        onBytes(bytes.length);
        if (at === range[1]) break;
      }
    } finally {
      await body.return?.();
    }
    if (at < range[1]) {
      const detail = "it ended the connection before the end of the file";
      throw new ModelFileError("unreachable", { ...factsOf(fetching), detail });
    }
  } catch (error) {
    if (error instanceof BeginAgain || isOfDisk(error)) throw error;
    throw connectionFault(error, factsOf(fetching), signal);
  } finally {
    watching.rest();
  }
}

const diskCodes = new Set([
  "ENOSPC",
  "EDQUOT",
  "EROFS",
  "EACCES",
  "EPERM",
  "EIO",
  "ENOENT",
  "EFBIG",
]);

/** Whether an error is of our own disk and not of a connection. */
function isOfDisk(error: unknown): boolean {
  return (
    error instanceof Error &&
    "syscall" in error &&
    ["write", "fdatasync", "fsync", "ftruncate", "open", "rename"].includes(
      String(error.syscall),
    ) &&
    diskCodes.has(String((error as NodeJS.ErrnoException).code))
  );
}
