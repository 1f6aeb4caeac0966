/**
 * One of the servers that the delivery benchmark compares, as a process of its own:
 * `image-server.ts ours DATA_DIR`, or `ipx`, `raw` or `bare` and a folder of files.
 * Prints its port when it listens.
 */
import { readFileSync, readdirSync } from "node:fs";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { createIPX, createIPXNodeServer, ipxFSStorage } from "ipx";
import sharp from "sharp";
import { openSharpImaging } from "#app/adapters/imaging/sharp.ts";
import { readEnv } from "#app/env.ts";
import { createDelivery } from "#app/features/delivery/http.ts";
import { createVariants } from "#app/features/delivery/http/variants.ts";
import { openLog } from "#app/lib/log.ts";
import { createLimits } from "#app/lib/rate-limit.ts";
import { openServices } from "#app/open-services.ts";
import { listen } from "#app/roles/listen.ts";

const [kind, folder] = process.argv.slice(2);

/** The product's own handler and listener over a real database and disk. @returns the port */
async function ours(): Promise<number> {
  const env = readEnv({
    DATA_DIR: folder,
    LOG_LEVEL: "error",
    RATE_LIMIT_FACTOR: "1000",
    DEMO_SEED: "off",
  });
  const imaging = openSharpImaging();
  let renders = 0;
  const services = await openServices(env, {
    log: openLog("error"),
    engines: new Map(),
    imaging: {
      ...imaging,
      variant: (original, request) => {
        renders += 1;
        return imaging.variant(original, request);
      },
    },
  });
  process.once("SIGTERM", () => void services.close().then(() => process.exit(0)));
  const deliver = createDelivery(services, {
    limits: createLimits(env.RATE_LIMIT_FACTOR, services.pool),
    variants: createVariants(services),
  });
  const handle: RequestListener = (req, res) => {
    if (req.url === "/renders") res.end(String(renders));
    else if (!deliver(req, res)) res.writeHead(404).end();
  };
  const { port } = await listen(handle, "127.0.0.1", 0, { instant: deliver.instant });
  return port;
}

/** A server of Node's own. @returns the port */
async function plain(handle: RequestListener): Promise<number> {
  const server = createServer(handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** IPX as its documentation sets it up. */
async function ipx(): Promise<number> {
  return plain(createIPXNodeServer(createIPX({ storage: ipxFSStorage({ dir: folder }) })));
}

/** No server at all: sharp with the product's own options, on the first request, over the files that it names. */
async function raw(): Promise<number> {
  sharp.cache(false);
  sharp.concurrency(1);
  const files = readdirSync(folder);
  return plain((req, res) => {
    const [from, to] = (req.url ?? "/0-0").slice(1).split("-").map(Number);
    void (async () => {
      for (const file of files.slice(from, to)) {
        await sharp(readFileSync(path.join(folder, file)), { sequentialRead: true })
          .resize({ width: 512, withoutEnlargement: true })
          .webp({ quality: 75, effort: 2 })
          .toBuffer();
      }
      res.end("done");
    })();
  });
}

/** The most that Node's own server can do: the same bytes and fields for every request, known before it came. */
async function bare(): Promise<number> {
  const bytes = readFileSync(path.join(folder, "hot.webp"));
  const fields = ["content-type", "image/webp", "cache-control", "public, max-age=300"];
  return plain((_req, res) => {
    res.writeHead(200, ["content-length", String(bytes.length), ...fields]);
    res.end(bytes);
  });
}

const kinds: Record<string, () => Promise<number>> = { ours, ipx, raw, bare };
console.log(await kinds[kind]());
