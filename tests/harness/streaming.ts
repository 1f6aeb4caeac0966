import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { sendIfStream } from "#app/lib/event-stream.ts";

/** Some routes without the rest of the program, behind a real socket: event streams are written to it. */
export type Streaming = {
  url: string;
  close(): Promise<void>;
};

export async function serveStreams(
  answer: (request: Request) => Response | Promise<Response>,
): Promise<Streaming> {
  const listener = getRequestListener(async (request, { outgoing }) =>
    sendIfStream(await answer(request), outgoing as ServerResponse),
  );
  const server = createServer((req, res) => void listener(req, res)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
