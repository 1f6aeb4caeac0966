import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { until } from "#tests/harness/patience.ts";
import { testServices } from "#tests/harness/services.ts";
import type { AppEnv } from "#app/lib/http.ts";
import { refusalOf } from "#app/lib/problem.ts";
import { createLimits } from "#app/lib/rate-limit.ts";
import { beginImport, cancelImport } from "../commands.ts";
import { importRoutes } from "./imports.ts";

const size = 2_000;
/** Slots for parts of all members, and requests that may wait for one. */
const [wide, queue] = [8, 64];

let services: Awaited<ReturnType<typeof testServices>>;
let routes: Hono<AppEnv>;
beforeAll(async () => {
  services = await testServices();
  routes = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("actor", { role: "member", userId: c.req.header("x-member") ?? "" });
      await next();
    })
    .route("/", importRoutes(services, createLimits(1, services.pool)));
  routes.onError((error, c) => c.body(null, refusalOf(error).status as ContentfulStatusCode));
});
afterAll(() => services.close());

type Sender = { userId: string; id: string };
type Sent = { status: Promise<number>; isRead: () => boolean };

/** Sends the only part of an archive, which comes when `sent` says so. */
function send({ userId, id }: Sender, sent: Promise<void>): Sent {
  let isRead = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        isRead = true;
        await sent;
        controller.enqueue(new Uint8Array(size));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const status = Promise.resolve(
    routes.request(`/api/imports/part?id=${id}&from=0`, {
      method: "PUT",
      headers: { "x-member": userId, "content-type": "application/octet-stream" },
      body,
      duplex: "half",
    } as RequestInit),
  ).then((answer) => answer.status);
  return { status, isRead: () => isRead };
}

/** Members who have each begun an import. */
const senders = (count: number): Promise<Sender[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { id: userId } = await aMember(services);
      const { id } = await beginImport(services, { userId, role: "member" }, { size });
      return { userId, id };
    }),
  );

test("CO-06 parts of archives are read eight at a time and two of one member, and the rest wait unread", async () => {
  const { promise: sent, resolve: sendAll } = Promise.withResolvers<void>();
  const [one, ...others] = await senders(wide + queue);
  const own = [1, 2, 3].map(() => send(one, sent));
  const slow = others.slice(0, wide - 2).map((other) => send(other, sent));
  const read = (parts: readonly Sent[]) => parts.filter(({ isRead }) => isRead()).length;
  await until(
    "the slots to be taken",
    () => read([...own, ...slow]),
    (count) => count >= wide,
  );
  // One more than may wait: the one that is refused tells that all the others wait.
  const rest = others.slice(wide - 2).map((other) => send(other, Promise.resolve()));
  expect(rest).toHaveLength(queue + 1);
  expect(await Promise.race(rest.map(({ status }) => status))).toBe(503);
  expect([read(own), read(slow), read(rest)]).toEqual([2, wide - 2, 0]);
  sendAll();
  expect(await Promise.all(slow.map(({ status }) => status))).toEqual(slow.map(() => 200));
  const statuses = await Promise.all(rest.map(({ status }) => status));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(wide);
});

test("CO-06 a part of an import that is not open is refused before its body is read", async () => {
  const [one, other] = await senders(2);
  const sent = Promise.resolve();
  for (const [id, userId, status] of [
    [one.id, other.userId, 404],
    [crypto.randomUUID(), one.userId, 404],
  ] as const) {
    const refused = send({ userId, id }, sent);
    expect(await refused.status).toBe(status);
    expect(refused.isRead()).toBe(false);
  }
  await cancelImport(services, { userId: one.userId, role: "member" }, one.id);
  const late = send(one, sent);
  expect(await late.status).toBe(409);
  expect(late.isRead()).toBe(false);
});
