/** The hub: asks it for files by their commit. A token goes to the hub alone, and what it redirects to is guarded. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { privateConnector, publicConnector } from "#app/lib/address-guard.ts";
import { openLazily } from "#app/lib/lazy.ts";
import type { ModelFile } from "#app/rules/local-models.ts";
import { compareStated, header, refusalOf, statedBy, type Headers } from "./hub-answers.ts";
import { ModelFileError, type HubStatement } from "./port.ts";
import { connectionFault } from "./connection.ts";

const connectMs = 10_000;
/** Redirects within the hub, as those of repositories with a new name. */
const mostHops = 3;
/** Bytes of a refusal's body that are read, so that the connection can be used again. */
const mostRefused = 64_000;

export type HubOptions = {
  /** e.g. https://huggingface.co, without a slash at its end. */
  hubUrl: string;
  token?: string | undefined;
  /** Milliseconds that a connection may be silent. */
  stallMs: number;
};

export type HubAnswer = Dispatcher.ResponseData;

export type Hub = {
  /** As people type it. */
  host: string;
  /** @throws ModelFileError */
  state(file: ModelFile, signal: AbortSignal): Promise<HubStatement>;
  /**
   * Asks for a file's bytes, on the hub or where it redirects to. Answers 200, 206 and 416 are the caller's.
   * @param headers of a range; they go to both
   * @throws ModelFileError
   */
  ask(
    file: ModelFile & HubStatement,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<HubAnswer>;
  close(): Promise<void>;
};

type Asked = { method: "HEAD" | "GET"; headers: Record<string, string>; signal: AbortSignal };

/** Opens a client of the hub. Nothing is connected to before the first request. */
export function openHub({ hubUrl, token, stallMs }: HubOptions): Hub {
  const base = new URL(hubUrl);
  // Unencrypted only where nobody else listens; the operator has named the host, so its address may be any otherwise.
  const isPlain = base.protocol === "http:";
  const silence = { headersTimeout: stallMs, bodyTimeout: 0 };
  const connections = openLazily(async () => {
    const { Agent, request } = await import("undici");
    const own = new Agent({
      ...silence,
      connect: isPlain ? privateConnector(connectMs) : { timeout: connectMs },
    });
    const world = new Agent({ ...silence, connect: publicConnector(connectMs) });
    return { request, own, world };
  });
  const { host } = base;

  const isHub = (url: URL) => url.origin === base.origin;
  const isHubMachine = (url: URL) => url.hostname === base.hostname;

  const refuse = (file: ModelFile, detail: string) =>
    new ModelFileError("refused", { file: file.path, repo: file.repo, host, detail });

  async function once(file: ModelFile, url: URL, asked: Asked): Promise<HubAnswer> {
    const { method, headers, signal } = asked;
    try {
      const { request, own, world } = await connections.get();
      return await request(url, {
        method,
        signal,
        headers: {
          "accept-encoding": "identity",
          "user-agent": "echoform",
          ...headers,
          ...(isHub(url) && token !== undefined && { authorization: `Bearer ${token}` }),
        },
        dispatcher: isHubMachine(url) ? own : world,
      });
    } catch (error) {
      throw connectionFault(error, { file: file.path, repo: file.repo, host: url.host }, signal);
    }
  }

  /** Where a redirect leads; null for an answer that is none. @throws ModelFileError for where we do not go */
  function targetOf(file: ModelFile, url: URL, { statusCode, headers }: HubAnswer): URL | null {
    if (statusCode < 300 || statusCode >= 400) return null;
    const target = URL.parse(header(headers, "location") ?? "", url);
    const isAllowed =
      target !== null &&
      target.username === "" &&
      (target.protocol === "https:" ||
        (isPlain && target.protocol === "http:" && isHubMachine(target)));
    if (isAllowed) return target;
    throw refuse(file, "it redirects to an address that is not asked");
  }

  /**
   * Asks the hub, and follows it within itself. The answer may be a redirect to elsewhere; one to HEAD that states the file is enough.
   * @throws ModelFileError, "changed" where the hub contradicts what is known of the file
   */
  async function askHub(file: ModelFile, revision: string, asked: Asked) {
    let url = new URL(
      `${base.href.replace(/\/$/, "")}/${file.repo}/resolve/${revision}/${file.path}`,
    );
    for (let hops = 0; ; hops += 1) {
      const answer = await once(file, url, asked);
      const stated = statedBy(answer.headers);
      try {
        compareStated(stated, file, host);
        const target = targetOf(file, url, answer);
        const isEnough = asked.method === "HEAD" && stated.sha256 !== undefined;
        if (target === null || !isHub(target) || isEnough) return { answer, target };
        if (hops === mostHops) throw refuse(file, "it redirects in a circle");
        url = target;
      } catch (error) {
        await drop(answer);
        throw error;
      }
      await drop(answer);
    }
  }

  return {
    host,
    async state(file, signal) {
      // Without a commit the newest is asked for, once: what is fetched then is its commit.
      const asked: Asked = { method: "HEAD", headers: {}, signal };
      const { answer, target } = await askHub(file, file.revision ?? "main", asked);
      const { statusCode, headers } = answer;
      await drop(answer);
      if (target === null && statusCode !== 200) throw refusalOf(statusCode, headers, file, host);
      const stated = statedBy(headers);
      const length = statusCode === 200 ? lengthOf(headers) : null;
      const sha256 = stated.sha256 ?? file.sha256;
      const bytes = stated.bytes ?? file.bytes ?? length;
      const revision = stated.revision ?? file.revision;
      if (sha256 === null || bytes === null || revision === null) {
        throw refuse(file, "it states no hash, size or version of the file");
      }
      return { sha256, bytes, revision };
    },
    async ask(file, headers, signal) {
      const asked: Asked = { method: "GET", headers, signal };
      const { answer, target } = await askHub(file, file.revision, asked);
      if (target !== null) await drop(answer);
      const last = target === null ? answer : await once(file, target, asked);
      if ([200, 206, 416].includes(last.statusCode)) return last;
      await drop(last);
      if (target === null) throw refusalOf(last.statusCode, last.headers, file, host);
      // A link that ended, or a store that is overloaded: the hub is asked for another.
      const detail = `it answered with the status ${last.statusCode}`;
      const facts = { file: file.path, repo: file.repo, host: target.host, detail };
      throw new ModelFileError("unreachable", facts);
    },
    close: () =>
      connections.close(({ own, world }) => Promise.all([own.destroy(), world.destroy()])),
  };
}

/** Bytes that an answer says it has; null where it does not say. */
export function lengthOf(headers: Headers): number | null {
  const text = header(headers, "content-length");
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

/** Reads the rest of a small answer, or ends its connection. */
export async function drop(answer: HubAnswer): Promise<void> {
  const late = new AbortController();
  await Promise.race([
    answer.body.dump({ limit: mostRefused, signal: late.signal }).catch(() => undefined),
    sleep(connectMs, undefined, { ref: false, signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
}
