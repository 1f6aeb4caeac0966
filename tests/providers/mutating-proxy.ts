/** A proxy in front of a double that mutates its responses and frames. */
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { WebSocket, WebSocketServer } from "ws";
import {
  mutateBody,
  mutateFrame,
  mutateHeaders,
  mutateStatus,
  pieces,
  randomOf,
} from "./mutations.ts";

export type MutatingProxy = {
  url: string;
  /** Number of responses and frames mutated so far. */
  readonly mutated: number;
  close(): Promise<void>;
};

/** Fractions of responses and of frames that are mutated; the rest passes, so that later ones are reached too. */
const shares = { answers: 0.5, frames: 0.35 };
const kept = new Set(["content-type", "x-request-id", "retry-after"]);

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/**
 * Starts a proxy in front of a service.
 * @param seed seed of all mutations; those of one process follow the order of its requests
 */
export async function runMutatingProxy(target: string, seed: number): Promise<MutatingProxy> {
  const random = randomOf(seed);
  const sockets = new Set<Socket>();
  let mutated = 0;

  const ask = (req: IncomingMessage, body: Buffer) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { ...req.headers, "content-length": String(body.length) };
      delete headers["transfer-encoding"];
      const { method = "GET", url = "/" } = req;
      const asked = request(new URL(url, target), { method, headers }, resolve);
      asked.on("error", reject);
      asked.end(body);
    });

  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const real = await ask(req, await bodyOf(req));
    const isText = /json|event-stream/.test(real.headers["content-type"] ?? "");
    const sent = await bodyOf(real);
    // URLs of pictures go through the proxy too.
    const body = isText ? Buffer.from(sent.toString("utf8").replaceAll(target, url())) : sent;
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(real.headers)) {
      if (kept.has(name)) headers[name] = String(value);
    }
    if (random() > shares.answers) {
      res.writeHead(real.statusCode ?? 200, headers).end(body);
      return;
    }
    mutated += 1;
    res.writeHead(mutateStatus(random, real.statusCode ?? 200), mutateHeaders(random, headers));
    const { parts, isCut } = pieces(random, mutateBody(random, body));
    for (const part of parts) res.write(part);
    if (isCut) res.socket?.destroy();
    else res.end();
  };

  const server = createServer((req, res) => {
    answer(req, res).catch(() => res.socket?.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  const upgrades = new WebSocketServer({ noServer: true });
  server.on("upgrade", (req, socket, head) => {
    upgrades.handleUpgrade(req, socket, head, (client) => {
      const real = new WebSocket(`${target.replace(/^http/, "ws")}${req.url ?? "/"}`);
      const early: string[] = [];
      client.on("message", (said) => {
        const text = (said as Buffer).toString("utf8");
        if (real.readyState === WebSocket.OPEN) real.send(text);
        else early.push(text);
      });
      real.on("open", () => early.splice(0).forEach((text) => real.send(text)));
      real.on("message", (said, isBinary) => {
        if (random() > shares.frames) client.send(said, { binary: isBinary });
        else {
          mutated += 1;
          const changed = mutateFrame(random, said as Buffer, isBinary);
          client.send(changed.frame, { binary: changed.isBinary });
          if (random() < 0.05) client.terminate();
        }
      });
      client.on("error", () => undefined);
      real.on("error", () => client.terminate());
      client.on("close", () => real.terminate());
      real.on("close", () => client.terminate());
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const url = () => `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return {
    url: url(),
    get mutated() {
      return mutated;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
