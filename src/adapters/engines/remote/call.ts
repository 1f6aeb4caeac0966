import type { BodyInit } from "undici";
import { EngineError } from "../port.ts";
import { publicConnector } from "#app/lib/address-guard.ts";
import { openLazily } from "#app/lib/lazy.ts";
import { openByteStore } from "./byte-store.ts";
import { connectionError } from "./failures.ts";
import { parseForeign } from "./foreign-json.ts";
import type { RemoteSettings } from "./settings.ts";

/** Undici's own limits are off: pictures take minutes, and each call carries a deadline of its own. */
const patience = { headersTimeout: 0, bodyTimeout: 0 };
const connectMs = 10_000;

export type EngineResponse = {
  status: number;
  headers: Headers;
  body: ReadableStream<Uint8Array> | null;
};

/** A service's client: one per engine, closed with it. */
export type Remote = {
  settings: RemoteSettings;
  /** Resolves whatever the status; the caller maps it. The path is relative to baseUrl. */
  call(path: string, options: CallOptions): Promise<EngineResponse>;
  /** Fetches a result address; only the service's own host or a public one. */
  download(address: string, signals: Signals, limit: number): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** What may end a call: a cancel (by the member or a shutdown), or the deadline. */
export type Signals = { cancelled: AbortSignal; deadline: AbortSignal };

export type CallOptions = Signals & {
  method?: "GET" | "POST" | "DELETE";
  body?: BodyInit;
  headers?: Record<string, string>;
};

/** Signals of one piece of work: the caller's own, and a deadline from now. */
export function signalsFor(cancelled: AbortSignal, deadlineMs: number): Signals {
  return { cancelled, deadline: AbortSignal.timeout(deadlineMs) };
}

/** Connections to the service itself, and to public addresses that it names. */
async function openConnections() {
  const { Agent, fetch } = await import("undici");
  const own = new Agent({ ...patience, connect: { timeout: connectMs } });
  const world = new Agent({ ...patience, connect: publicConnector(connectMs) });
  return { fetch, own, world };
}

/** Opens a client of one configured service. */
export function openRemote(settings: RemoteSettings): Remote {
  const connections = openLazily(openConnections);
  const ownHost = new URL(settings.baseUrl).host;

  const call = async (path: string, options: CallOptions): Promise<EngineResponse> => {
    const { cancelled, deadline } = options;
    try {
      const { fetch, own } = await connections.get();
      const answer = await fetch(`${settings.baseUrl}${path}`, {
        method: options.method ?? "GET",
        headers: { ...settings.headers, ...options.headers },
        body: options.body,
        signal: AbortSignal.any([cancelled, deadline]),
        dispatcher: own,
        redirect: "error",
      });
      return answer as unknown as EngineResponse;
    } catch (error) {
      throw connectionError(error, cancelled, deadline);
    }
  };

  const download = async (address: string, signals: Signals, limit: number) => {
    const url = URL.parse(address, `${settings.baseUrl}/`);
    if (url === null || (url.protocol !== "https:" && url.host !== ownHost)) {
      throw new EngineError("bad-response", "The engine named an address we do not fetch from.", {
        billed: "maybe",
      });
    }
    try {
      const { fetch, own, world } = await connections.get();
      const answer = await fetch(url, {
        signal: AbortSignal.any([signals.cancelled, signals.deadline]),
        dispatcher: url.host === ownHost ? own : world,
        headers: url.host === ownHost ? { ...settings.headers } : {},
        redirect: "error",
      });
      if (!answer.ok) {
        await answer.body?.cancel();
        throw new EngineError("bad-response", "The engine's picture could not be fetched.", {
          billed: "maybe",
          providerCode: `http-${answer.status}`,
        });
      }
      return await readBytes(answer as unknown as EngineResponse, signals, limit);
    } catch (error) {
      throw connectionError(error, signals.cancelled, signals.deadline);
    }
  };

  return {
    settings,
    call,
    download,
    close: () =>
      connections.close(({ own, world }) => Promise.all([own.destroy(), world.destroy()])),
  };
}

/** The chunks of a response body, up to a limit in bytes. @throws EngineError */
export async function* chunksOf(
  answer: EngineResponse,
  { cancelled, deadline }: Signals,
  limit: number,
): AsyncGenerator<Uint8Array> {
  if (answer.body === null) return;
  const reader = answer.body.getReader();
  let total = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw connectionError(error, cancelled, deadline);
      });
      if (done) return;
      total += value.byteLength;
      if (total > limit) {
        throw new EngineError("bad-response", "The engine's answer is too large.", {
          billed: "maybe",
        });
      }
      yield value;
    }
  } finally {
    // Ends the connection when the reader stopped early.
    await reader.cancel().catch(() => undefined);
  }
}

/** A whole response body. */
export async function readBytes(
  answer: EngineResponse,
  signals: Signals,
  limit: number,
): Promise<Uint8Array> {
  const store = openByteStore();
  for await (const chunk of chunksOf(answer, signals, limit)) store.append(chunk);
  return store.bytes();
}

/** A whole response body as text. */
export async function readText(
  answer: EngineResponse,
  signals: Signals,
  limit: number,
): Promise<string> {
  return new TextDecoder().decode(await readBytes(answer, signals, limit));
}

/** A whole response body as JSON of unknown shape. @throws EngineError "bad-response" for anything else */
export async function readJson(
  answer: EngineResponse,
  signals: Signals,
  limit: number,
): Promise<unknown> {
  const text = await readText(answer, signals, limit);
  try {
    return parseForeign(text);
  } catch (error) {
    throw new EngineError("bad-response", "The engine's answer could not be read.", {
      billed: "maybe",
      providerCode: `http-${answer.status}`,
      cause: error,
    });
  }
}
