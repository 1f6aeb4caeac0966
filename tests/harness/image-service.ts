import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";

/** The outcome of a request for a picture, once it has been read completely. */
export type Fate = "picture" | "reset" | "busy";

export type ImageService = {
  /** With the version, as ENGINE_X_URL requires. */
  url: string;
  /** The prompt of every request for a picture, in the order they came. */
  asked: string[];
  /** Requests without a response whose client is still connected. */
  readonly underWay: number;
  /** The highest number so far; a test may reset it. */
  most: number;
  close(): Promise<void>;
};

/**
 * A service of the Images API that counts its requests. It reads each request to its end before anything else
 * happens, as a service that bills would.
 * @param fate decides the outcome of each request, which is in progress until it resolves
 */
export async function runImageService(
  fate: (prompt: string, nth: number) => Fate | Promise<Fate>,
): Promise<ImageService> {
  const picture = sharp({ create: { width: 256, height: 256, channels: 3, background: "#0f766e" } })
    .png()
    .toBuffer();
  const asked: string[] = [];
  const underWay = new Set<object>();
  const server = createServer((req, res) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of req) parts.push(part as Buffer);
      if (req.method !== "POST") {
        res.writeHead(200, { "content-type": "application/json" }).end('{"data":[]}');
        return;
      }
      const { prompt } = JSON.parse(Buffer.concat(parts).toString()) as { prompt: string };
      underWay.add(req);
      res.on("close", () => underWay.delete(req));
      service.most = Math.max(service.most, underWay.size);
      const what = await fate(prompt, asked.push(prompt));
      underWay.delete(req);
      if (what === "reset") req.socket.resetAndDestroy();
      else if (what === "busy") res.writeHead(429, { "retry-after-ms": "20" }).end("{}");
      else {
        const b64_json = (await picture).toString("base64");
        res
          .writeHead(200, {
            "content-type": "application/json",
            "x-request-id": `req_${asked.length}`,
          })
          .end(JSON.stringify({ created: 1, data: [{ b64_json }] }));
      }
    })().catch(() => req.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const service: ImageService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    get underWay() {
      return underWay.size;
    },
    most: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}
