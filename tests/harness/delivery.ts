import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createDelivery } from "#app/features/delivery/http.ts";
import { createVariants } from "#app/features/delivery/http/variants.ts";
import { createLimits } from "#app/lib/rate-limit.ts";
import type { Services } from "#app/services.ts";

export type ServedDelivery = {
  url: string;
  /** Ends when everything that it makes is on the disk. */
  flush(): Promise<void>;
  /** Flushes, too. */
  close(): Promise<void>;
};

/** The delivery of pictures alone on a free port; what it does not take is answered 299. */
export async function serveDelivery(services: Services): Promise<ServedDelivery> {
  const limits = createLimits(services.env.RATE_LIMIT_FACTOR, services.pool);
  const variants = createVariants(services);
  const deliver = createDelivery(services, { limits, variants });
  const server = createServer((req, res) => {
    if (!deliver(req, res)) res.writeHead(299).end("not taken");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    flush: () => variants.flush(),
    async close() {
      server.closeAllConnections();
      server.close();
      await variants.flush();
    },
  };
}
