/** What a hub's answers mean: its statement of a file in headers, and its refusals. */
import type { ModelFile } from "#app/rules/local-models.ts";
import { ModelFileError, type HubStatement } from "./port.ts";

/** Headers of an answer, by lower-case names. */
export type Headers = Record<string, string | string[] | undefined>;

/** An answer's header; null for none. */
export function header(headers: Headers, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

const longestWaitMs = 600_000;

/** Milliseconds to wait: `Retry-After` in seconds, else the seconds until the window of `RateLimit` ends. */
function waitOf(headers: Headers): number | undefined {
  const after = Number(header(headers, "retry-after") ?? Number.NaN);
  const window = Number(/\bt=(\d+)/.exec(header(headers, "ratelimit") ?? "")?.[1] ?? Number.NaN);
  const seconds = Number.isFinite(after) ? after : window;
  return Number.isFinite(seconds)
    ? Math.min(longestWaitMs, Math.max(0, seconds) * 1000)
    : undefined;
}

/** The hub's own names of refusals. */
const codes: Readonly<Record<string, "gated" | "missing">> = {
  GatedRepo: "gated",
  RepoNotFound: "missing",
  EntryNotFound: "missing",
  RevisionNotFound: "missing",
};

/**
 * The error behind a status of the hub. A server's own trouble is "unreachable", which is tried again.
 * @param host as people type it
 */
export function refusalOf(
  status: number,
  headers: Headers,
  { repo, path }: ModelFile,
  host: string,
): ModelFileError {
  const code = header(headers, "x-error-code") ?? "";
  const facts = { file: path, repo, host, status };
  if (Object.hasOwn(codes, code)) {
    return new ModelFileError(codes[code], { ...facts, detail: code });
  }
  if (status === 401) return new ModelFileError("unauthorized", facts);
  if (status === 404) return new ModelFileError("missing", facts);
  if (status === 429) {
    return new ModelFileError("rate-limited", facts, { retryAfterMs: waitOf(headers) });
  }
  if (status >= 500 || status === 408) {
    const detail = `it answered with the status ${status}`;
    return new ModelFileError(
      "unreachable",
      { ...facts, detail },
      { retryAfterMs: waitOf(headers) },
    );
  }
  return new ModelFileError("refused", facts);
}

const hash = /^[0-9a-f]{64}$/;
const commit = /^[0-9a-f]{40}$/;

/** What headers say of a file, where they do. The etag of a file in git is no sha256, and says nothing. */
export function statedBy(headers: Headers): Partial<HubStatement> {
  const etag = (header(headers, "x-linked-etag") ?? "").replace(/^W\//, "").replaceAll('"', "");
  const size = Number(header(headers, "x-linked-size") ?? Number.NaN);
  const revision = header(headers, "x-repo-commit") ?? "";
  return {
    ...(hash.test(etag) && { sha256: etag }),
    ...(Number.isSafeInteger(size) && size > 0 && { bytes: size }),
    ...(commit.test(revision) && { revision }),
  };
}

const names = { sha256: "the hash", bytes: "the size", revision: "the version" } as const;

/** @throws ModelFileError "changed" where a statement contradicts what is known of the file */
export function compareStated(stated: Partial<HubStatement>, file: ModelFile, host: string): void {
  for (const key of ["sha256", "bytes", "revision"] as const) {
    const [known, said] = [file[key], stated[key]];
    if (known === null || said === undefined || known === said) continue;
    const detail = `${names[key]} is ${said}, not ${known}`;
    throw new ModelFileError("changed", { file: file.path, repo: file.repo, host, detail });
  }
}
