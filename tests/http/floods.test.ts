import { Writable } from "node:stream";
import { connect } from "node:net";
import { once } from "node:events";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { goodPassword, testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

/** What the server logged. */
const lines: Record<string, unknown>[] = [];
let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
beforeAll(async () => {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  services = await testServices({ log: pino({ level: "info" }, stream) });
  server = await testServer(services, { roles: ["web"] });
});
afterAll(async () => {
  await server.close();
  await services.close();
});

const report = (port = server.url) =>
  fetch(`${port}/api/csp-report`, {
    method: "POST",
    headers: { "content-type": "application/csp-report" },
    body: JSON.stringify({ "csp-report": { "blocked-uri": "https://evil.example/x.js" } }),
  });
const logged = (message: string) => lines.filter(({ msg }) => msg === message);

test("a flood of policy reports is logged as a sample", async () => {
  for (let n = 0; n < 80; n += 1) expect((await report()).status).toBe(204);
  // A minute may end in between.
  const count = logged("policy violation").length;
  expect(count).toBeGreaterThanOrEqual(30);
  expect(count).toBeLessThanOrEqual(61);
});

test("one client may send 20 policy reports a minute", async () => {
  const env = { ...services.env, RATE_LIMIT_FACTOR: 1 };
  const strict = await testServer({ ...services, env }, { roles: ["web"] });
  const statuses: number[] = [];
  for (let n = 0; n < 22; n += 1) statuses.push((await report(strict.url)).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 204), 429, 429]);
  await strict.close();
});

test("an aborted body is logged at info, not as an error with a stack", async () => {
  const socket = connect(server.port, "127.0.0.1");
  await once(socket, "connect");
  const head =
    "POST /api/csp-report HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
  await new Promise<void>((resolve) => socket.write(head, () => resolve()));
  await fetch(`${server.url}/healthz`);
  socket.destroy();
  await expect.poll(() => logged("request body aborted").length).toBe(1);
  expect(logged("request body aborted")[0]).toMatchObject({ level: 30 });
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test("a full database is answered 507 with the message of uploads", async () => {
  await sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(
    services.db,
  );
  await sql`create trigger no_room before insert on users for each row execute function no_room()`.execute(
    services.db,
  );
  const answer = await server.post("/api/auth/sign-up/email", {
    name: "Ada",
    email: "ada-full@example.org",
    password: goodPassword,
  });
  await sql`drop trigger no_room on users`.execute(services.db);
  expect(answer.status).toBe(507);
  expect(await answer.text()).toContain("No space left");
});
