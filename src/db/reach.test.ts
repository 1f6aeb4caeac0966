import net from "node:net";
import { once } from "node:events";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/harness/database.ts";
import { withDatabase } from "#tests/harness/names.ts";
import { reachDatabase } from "./reach.ts";

async function refusal(url: string): Promise<string> {
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: 1000 });
  try {
    await reachDatabase(pool, url);
    return "reached";
  } catch (error) {
    return (error as Error).message;
  } finally {
    await pool.end();
  }
}

async function aServer(onConnection: (socket: net.Socket) => void) {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    onConnection(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port, close };
}

test("a database that answers is reached", async () => {
  const { url } = await testDatabase();
  expect(await refusal(url)).toBe("reached");
});

test("a closed port, by number or by name, is reported with the setting and without the password", async () => {
  const { port, close } = await aServer(() => undefined);
  close();
  for (const host of ["127.0.0.1", "localhost"]) {
    const said = await refusal(`postgres://ada:quiet-river@${host}:${port}/echoform`);
    expect(said).toBe(
      `DATABASE_URL leads to ada@${host}:${port}/echoform (ECONNREFUSED): nothing answers there: start PostgreSQL, or correct the address.`,
    );
  }
});

test("a wrong password and a missing database are reported", async () => {
  const { url } = await testDatabase();
  const wrong = new URL(url);
  wrong.password = "quiet-river";
  expect(await refusal(wrong.href)).toMatch(
    /^DATABASE_URL leads to .*user or password is refused\.$/,
  );
  expect(await refusal(wrong.href)).not.toContain("quiet-river");
  const absent = await refusal(withDatabase(url, "no_such_database"));
  expect(absent).toMatch(/no_such_database \(3D000\): there is no such database: create it\.$/);
});

test("a server that hangs up, and one that never responds, are reported", async () => {
  const rude = await aServer((socket) => socket.destroy());
  expect(await refusal(`postgres://a@127.0.0.1:${rude.port}/b`)).toMatch(
    /^DATABASE_URL leads to a@127/,
  );
  rude.close();
  const silent = await aServer(() => undefined);
  expect(await refusal(`postgres://a@127.0.0.1:${silent.port}/b`)).toMatch(/does not answer\.$/);
  silent.close();
});
