import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import sharp from "sharp";

/** Network faults, set by a test for the following requests. */
export type Fault =
  | "slow-headers"
  | "cut"
  | "rate-limited"
  | "quota"
  | "unauthorised"
  | "moderated-before"
  | "moderated-after"
  | "second-fails"
  | "wrong-type"
  | "huge"
  | "broken-picture"
  | "hang"
  | "down"
  | "duplicate-frames"
  | "drop-socket"
  | "odd-frames"
  | "out-of-memory"
  | "server-error"
  | "garbage";

export type Seen = {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
};

export type Answer = { method: string; path: string; status: number; body: unknown };

/** A running provider: its URL, the requests it received, and its current fault. */
export type Provider = {
  url: string;
  seen: Seen[];
  fault: Fault | null;
  /** Is told each answer in JSON. */
  onAnswer: ((answer: Answer) => void) | null;
  /** Sent in place of what it would draw. */
  drawn: Buffer | null;
  /** Set while a test holds pictures back: they wait for it before they are finished. */
  readonly held: Promise<void> | null;
  /** Holds every picture back just before it is finished, so that a test can observe it in progress. */
  hold(): void;
  /** Releases the held pictures. */
  release(): void;
  /** Connections that clients closed before the response. */
  readonly abandoned: number;
  close(): Promise<void>;
};

export type Exchange = Seen & {
  query: URLSearchParams;
  res: ServerResponse;
  json(status: number, body: unknown, headers?: Record<string, string>): void;
};

const drawn = new Map<string, Promise<Buffer>>();
const mostDrawn = 300;

/** A small real picture, different for every seed. */
export function pngOf(width: number, height: number, seed: number): Promise<Buffer> {
  const hue = (seed * 47) % 255;
  const key = `${width} ${height} ${hue}`;
  const known = drawn.get(key);
  if (known) return known;
  const background = { r: hue, g: 255 - hue, b: (hue * 3) % 255 };
  const made = sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  if (drawn.size === mostDrawn) drawn.clear();
  drawn.set(key, made);
  return made;
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/**
 * Runs a provider on a loopback socket. Connection faults are simulated here, the rest by `answer`.
 * @param answer the protocol: called with each request without a connection fault
 */
export async function runProvider(
  answer: (exchange: Exchange, fault: Fault | null) => Promise<void> | void,
  onUpgrade?: (req: IncomingMessage, socket: Socket, head: Buffer) => void,
): Promise<Provider> {
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  let abandoned = 0;
  let gate: PromiseWithResolvers<void> | null = null;
  const server = createServer((req, res) => {
    res.on("close", () => {
      if (!res.writableFinished) abandoned += 1;
    });
    void (async () => {
      const url = new URL(req.url ?? "/", "http://provider");
      const entry: Seen = {
        method: req.method ?? "GET",
        path: url.pathname,
        headers: req.headers,
        body: await bodyOf(req),
      };
      seen.push(entry);
      const { fault } = provider;
      if (fault === "hang") return;
      if (fault === "down") {
        res.socket?.destroy();
        return;
      }
      if (fault === "slow-headers") await new Promise((resolve) => setTimeout(resolve, 150));
      await answer(
        {
          ...entry,
          query: url.searchParams,
          res,
          json(status, body, headers = {}) {
            provider.onAnswer?.({ ...entry, status, body });
            res
              .writeHead(status, { "content-type": "application/json", ...headers })
              .end(JSON.stringify(body));
          },
        },
        fault,
      );
    })().catch(() => res.socket?.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  if (onUpgrade) server.on("upgrade", onUpgrade);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const provider: Provider = {
    url: `http://127.0.0.1:${port}`,
    seen,
    fault: null,
    onAnswer: null,
    drawn: null,
    get held() {
      return gate?.promise ?? null;
    },
    hold() {
      gate ??= Promise.withResolvers();
    },
    release() {
      gate?.resolve();
      gate = null;
    },
    get abandoned() {
      return abandoned;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  return provider;
}
