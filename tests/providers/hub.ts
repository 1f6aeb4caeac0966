/**
 * A hub of models as Hugging Face's is: files by repository, commit and path, with their hash, size and commit in headers, and a
 * redirect to a store on another host whose links are signed and end. As strict as the real ones: a wrong token, an unknown commit
 * or a token at the store is refused.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ModelFile } from "#app/rules/local-models.ts";
import type { HubBody } from "./hub-files.ts";
import type { HubFault } from "./hub-faults.ts";

export type HubRequest = { method: string; path: string; headers: IncomingMessage["headers"] };

export type HubDouble = {
  /** Of the hub; the store is on another port. */
  url: string;
  /** Requests in their order. */
  asked: HubRequest[];
  stored: HubRequest[];
  /** Bytes of files that the store has sent. */
  readonly sent: number;
  /** Tokens that reached the store: a fault of the client. */
  readonly leaked: number;
  /** The one token that the hub accepts. */
  token: string;
  fault: HubFault | null;
  /** Answers that the fault still spoils; then it ends. */
  times: number;
  /** Bytes of an answer after which the store breaks the connection, for the faults "reset", "silent" and "new-etag". */
  breakAfter: number;
  /** Called when a fault ends an answer early, before the client can ask again. */
  onBreak: (() => void) | null;
  /** What the store sends at most, over each connection. */
  bytesPerSecond: number;
  /** Milliseconds between two pieces of 1 kB, for the fault "slow". */
  slowMs: number;
  /** Seconds that clients are asked to wait, for the fault "rate-limited". */
  waitSeconds: number;
  /** Offers a file, and returns it as a catalogue names it. Another of the same place replaces it in the store. */
  offer(body: HubBody, place?: { repo?: string; path?: string }): ModelFile & HubBodyFacts;
  close(): Promise<void>;
};

type HubBodyFacts = { sha256: string; bytes: number; revision: string };
type Offered = ModelFile & HubBodyFacts & { body: HubBody };

/** Where the fault "moved" leads: a repository that has a new name. */
export const newName = "maker/new-name";
const commit = "0123456789abcdef0123456789abcdef01234567";
const place = /^\/([\w.-]+\/[\w.-]+)\/resolve\/([\w.-]+)\/([\w./+-]+)$/;

async function listen(answer: (req: IncomingMessage, res: ServerResponse) => Promise<void>) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((req, res) => {
    answer(req, res).catch(() => res.socket?.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Waits until a response takes more, or is over. */
function room(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      res.off("drain", done).off("close", done);
      resolve();
    };
    res.once("drain", done).once("close", done);
  });
}

/** A range as it is asked for: one, from a start. Anything else is no request of ours. */
function rangeOf(text: string | undefined, total: number): [number, number] | null {
  if (text === undefined) return null;
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(text) ?? [];
  if (first === undefined) throw new Error(`no range: ${text}`);
  return [Number(first), last === "" ? total : Math.min(total, Number(last) + 1)];
}

/** Runs a hub and its store on two ports. */
export async function runHub(): Promise<HubDouble> {
  const files = new Map<string, Offered>();
  const links = new Map<string, Offered>();
  let etags = 1;
  let sent = 0;
  let leaked = 0;

  /** Whether this answer is spoilt in one of these ways. */
  const spoils = (...faults: HubFault[]): boolean => {
    if (hub.fault === null || !faults.includes(hub.fault)) return false;
    hub.times -= 1;
    return true;
  };
  const settle = () => {
    if (hub.times <= 0) hub.fault = null;
  };

  function refuse(res: ServerResponse, status: number, code?: string, more = {}) {
    res.writeHead(status, { ...(code !== undefined && { "x-error-code": code }), ...more });
    res.end("refused");
  }

  function redirectOf(file: Offered): string {
    const bad: Partial<Record<HubFault, string>> = {
      circle: `/${file.repo}/resolve/${file.revision}/${file.path}`,
      ...(file.repo !== newName && {
        moved: `/${newName}/resolve/${file.revision}/${file.path}`,
      }),
      "to-metadata": "https://169.254.169.254/latest/meta-data",
      "to-plain-host": "http://127.0.0.2:9/file",
      "to-file": "file:///etc/passwd",
    };
    const target = hub.fault === null ? undefined : bad[hub.fault];
    if (target !== undefined) return target;
    const link = `/files/${file.sha256}?X-Amz-Expires=3600&Signature=${crypto.randomUUID()}`;
    links.set(link, file);
    return `${store.url}${link}`;
  }

  const front = await listen(async (req, res) => {
    const request = { method: req.method ?? "", path: req.url ?? "", headers: req.headers };
    hub.asked.push(request);
    const [, repo, revision, path] = place.exec(request.path) ?? [];
    const { authorization } = req.headers;
    if (!["GET", "HEAD"].includes(request.method) || repo === undefined) return refuse(res, 400);
    if (authorization !== undefined && authorization !== `Bearer ${hub.token}`) {
      return refuse(res, 401);
    }
    if (spoils("rate-limited")) {
      settle();
      return refuse(res, 429, undefined, { ratelimit: `"resolvers";r=0;t=${hub.waitSeconds}` });
    }
    if (spoils("overloaded")) {
      settle();
      return refuse(res, 503);
    }
    if (hub.fault === "gated" && authorization === undefined) return refuse(res, 403, "GatedRepo");
    const known = [...files.values()].filter((each) => each.repo === repo);
    // As the real one: a repository that is not there and one that is private are told by the same status.
    if (known.length === 0) return refuse(res, 401, "RepoNotFound");
    if (revision !== "main" && revision !== commit) return refuse(res, 404, "RevisionNotFound");
    const file = files.get(`${repo}/${path}`);
    if (file === undefined) return refuse(res, 404, "EntryNotFound");
    const hash = hub.fault === "other-hash" ? "f".repeat(64) : file.sha256;
    const size = hub.fault === "other-size" ? file.bytes + 1 : file.bytes;
    const isSilent = hub.fault === "moved" && file.repo !== newName;
    const states = hub.fault !== "no-statement" && hub.fault !== "circle" && !isSilent;
    res.writeHead(302, {
      location: redirectOf(file),
      etag: '"a1b2c3"',
      ...(states && {
        "x-linked-etag": `"${hash}"`,
        "x-linked-size": String(size),
        "x-repo-commit": commit,
      }),
    });
    res.end();
  });

  async function send(res: ServerResponse, file: Offered, [start, end]: [number, number]) {
    const breaks = spoils("reset", "silent", "new-etag", "truncated");
    const flips = spoils("flipped");
    const fault = breaks ? hub.fault : null;
    const stop = fault === null ? end : Math.min(end, start + hub.breakAfter);
    let at = start;
    while (at < stop && !res.destroyed) {
      const isSlow = hub.fault === "slow";
      const piece = Buffer.from(file.body.read(at, isSlow ? Math.min(stop, at + 1_000) : stop));
      const middle = Math.floor(file.bytes / 2);
      if (flips && at <= middle && middle < at + piece.length) piece[middle - at] ^= 1;
      const isFree = res.write(piece);
      at += piece.length;
      sent += piece.length;
      if (!isFree) await room(res);
      // Never faster for having been late: a network does not catch up either.
      const pauseMs = isSlow ? hub.slowMs : (piece.length / hub.bytesPerSecond) * 1000;
      if (pauseMs > 0) await sleep(pauseMs);
    }
    if (fault === null) {
      settle();
      res.end();
      return;
    }
    if (fault === "new-etag") etags += 1;
    settle();
    hub.onBreak?.();
    if (fault === "truncated") res.end();
    // What was written first leaves before the connection is broken.
    else if (fault !== "silent") res.write("", () => res.socket?.destroy());
  }

  const store = await listen(async (req, res) => {
    const request = { method: req.method ?? "", path: req.url ?? "", headers: req.headers };
    hub.stored.push(request);
    if (req.headers.authorization !== undefined || req.headers.cookie !== undefined) {
      leaked += 1;
      return refuse(res, 400);
    }
    const linked = links.get(request.path);
    if (linked === undefined || request.method !== "GET") return refuse(res, 403);
    if (spoils("expired-link")) {
      settle();
      links.delete(request.path);
      return refuse(res, 403);
    }
    if (spoils("web-page", "web-page-without-type")) {
      const isNamed = hub.fault === "web-page";
      settle();
      res.writeHead(200, isNamed ? { "content-type": "text/html; charset=utf-8" } : {});
      res.end("<!doctype html><title>Sign in to the network</title>");
      return;
    }
    const file = files.get(`${linked.repo}/${linked.path}`) ?? linked;
    const etag = `"v${etags}"`;
    const asked = rangeOf(req.headers.range, file.bytes);
    const isCurrent = [undefined, etag].includes(req.headers["if-range"] as string | undefined);
    if (asked !== null && (spoils("range-refused") || asked[0] >= file.bytes)) {
      settle();
      return refuse(res, 416, undefined, { "content-range": `bytes */${file.bytes}` });
    }
    const isPart = asked !== null && isCurrent && hub.fault !== "no-ranges";
    const [start, end] = isPart ? asked : [0, file.bytes];
    const shift = spoils("other-range") ? 1 : 0;
    const length = hub.fault === "truncated" ? {} : { "content-length": String(end - start) };
    res.writeHead(isPart ? 206 : 200, {
      "content-type": "application/octet-stream",
      "accept-ranges": "bytes",
      etag,
      ...length,
      ...(hub.fault === "compressed" && { "content-encoding": "gzip" }),
      ...(isPart && { "content-range": `bytes ${start + shift}-${end - 1}/${file.bytes}` }),
    });
    await send(res, file, [start, end]);
  });

  const hub: HubDouble = {
    url: front.url,
    asked: [],
    stored: [],
    get sent() {
      return sent;
    },
    get leaked() {
      return leaked;
    },
    token: "hf_secret",
    fault: null,
    times: Number.POSITIVE_INFINITY,
    breakAfter: 0,
    onBreak: null,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    slowMs: 1_000,
    waitSeconds: 1,
    offer(body, { repo = "maker/model", path = "model.safetensors" } = {}) {
      const { bytes, sha256 } = body;
      const file = { role: "model", repo, path, revision: commit, bytes, sha256 } as const;
      files.set(`${repo}/${path}`, { ...file, body });
      return file;
    },
    async close() {
      await Promise.all([front.close(), store.close()]);
    },
  };
  return hub;
}
