/** A server of a page without components, queries or compression: `bare-page.ts TREE.json`. Prints its port when it listens. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { renderToPipeableStream } from "react-dom/server";
import { elementOf, type Tree } from "./element-tree.ts";

const tree = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Tree;

const server = createServer((_, res) => {
  res.setHeader("content-type", "text/html; charset=utf-8");
  const page = renderToPipeableStream(elementOf(tree), {
    onAllReady: () => void page.pipe(res),
    onError: (error) => void res.destroy(error instanceof Error ? error : new Error(String(error))),
  });
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
