import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/harness/database.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { testEnv, testServices } from "#tests/harness/services.ts";
import { openServices } from "./open-services.ts";

test("everything opens over one database, and a closed program releases it", async () => {
  const services = await testServices();
  await services.storage.check();
  expect([...services.engines.keys()]).toContain("sketch");
  expect(services.embedded).toBe(false);
  const heard = Promise.withResolvers<string>();
  services.live.on("hello", heard.resolve);
  await services.live.ready();
  await services.pool.query("select pg_notify('hello', 'world')");
  expect(await heard.promise).toBe("world");
  await services.close();
  await expect(services.pool.query("select 1")).rejects.toThrow(/end/);
});

test("members and pictures of tests are whole: the invariants hold for them", async () => {
  const services = await testServices();
  const owner = await aMember(services, { credits: 12, role: "admin" });
  const source = await aPicture(services, owner);
  await aPicture(services, owner, { source_picture_id: source.id, root_picture_id: source.id });
  const { rows } = await services.pool.query("select credits, role from users where id = $1", [
    owner.id,
  ]);
  expect(rows).toEqual([{ credits: 12, role: "admin" }]);
  expect(await services.storage.head(source.storage_key)).not.toBeNull();
  await services.close();
});

test("a database newer than the release is refused, and nothing stays open", async () => {
  const { pool, url } = await testDatabase();
  await pool.query("insert into schema_migrations (name, sha256) values ('9999_later.sql', 'x')");
  const env = testEnv(url, os.tmpdir());
  await expect(openServices(env)).rejects.toThrow(/newer release/);
  const left = () =>
    pool
      .query(
        "select count(*) as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      )
      .then((result) => result.rows);
  await expect.poll(left).toEqual([{ n: 0 }]);
});

test("a DATABASE_URL where nothing answers is refused in one sentence that names the setting", async () => {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-files-"));
  const env = testEnv(`postgres://ada:quiet-river@127.0.0.1:${port}/echoform`, folder);
  await expect(openServices(env)).rejects.toMatchObject({
    message: `DATABASE_URL leads to ada@127.0.0.1:${port}/echoform (ECONNREFUSED): nothing answers there: start PostgreSQL, or correct the address.`,
  });
  await rm(folder, { recursive: true });
});
