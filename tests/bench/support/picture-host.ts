/**
 * A host of pictures as a process of its own, for benchmarks of pages: every address of a variant answers with one of a
 * few files that are encoded already, so that what is measured is the page. Prints its port when it listens.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";

const shades = ["#0f766e", "#b45309", "#1e3a8a", "#6b21a8", "#9f1239", "#3f6212"];
const made = new Map<string, Promise<Buffer>>();

/** Noise over a colour: as heavy to decode as a picture. */
function draw(width: number, shade: number): Promise<Buffer> {
  const key = `${width} ${shade}`;
  const known = made.get(key);
  if (known) return known;
  const height = Math.round((width * 1216) / 832);
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const drawn = sharp({ create: { width, height, channels: 3, background: shades[shade], noise } })
    .tint(shades[shade])
    .webp({ quality: 75 })
    .toBuffer();
  made.set(key, drawn);
  return drawn;
}

async function answer(response: ServerResponse, width: number, shade: number) {
  const bytes = await draw(width, shade);
  response.writeHead(200, {
    "content-type": "image/webp",
    "content-length": bytes.length,
    "cache-control": "public, max-age=31536000, immutable",
    "cross-origin-resource-policy": "cross-origin",
  });
  response.end(bytes);
}

const server = createServer((request, response) => {
  const url = request.url ?? "";
  const width = Number(/\/i\/(\d+)x/.exec(url)?.[1] ?? 300) || 300;
  const shade = Number(/(\d+)\D*$/.exec(url)?.[1] ?? 0) % shades.length;
  void answer(response, Math.min(width, 1200), shade);
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
