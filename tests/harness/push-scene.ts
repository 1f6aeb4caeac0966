import { randomUUID } from "node:crypto";
import { openPush } from "#app/adapters/push/open.ts";
import { addNotification, type NewNotification } from "#app/features/notifications/commands.ts";
import { pushKeys } from "#app/features/notifications/commands/push.ts";
import {
  deliverPush,
  queuePushMessages,
  type PushJob,
} from "#app/features/notifications/jobs/push.ts";
import { likePicture } from "#app/features/social/commands.ts";
import { notifyOfActivity } from "#app/features/social/jobs.ts";
import { testDatabase } from "./database.ts";
import { aMember, aPicture } from "./factories.ts";
import { actorFor } from "./made-picture.ts";
import { pushService, type Subscription } from "./push-service.ts";
import { testServer, type SignedUp } from "./server.ts";
import { testEnv, testServices } from "./services.ts";

/** Where a browser tells the site that it shows notifications. */
export const pushAddress = "/api/notifications/push";

type Caller = { fetch: (address: string, init?: RequestInit) => Promise<Response> };

/** The program with a push service of its own, and members whose browsers show notifications. */
export async function pushScene() {
  const service = await pushService();
  const { url } = await testDatabase();
  const push = openPush(testEnv(url, "data"), { connect: service.connector });
  const services = await testServices({ databaseUrl: url, push });
  const server = await testServer(services, { roles: ["web"] });
  const { publicKey } = await pushKeys(services);

  /** Lets a browser show the notifications of whoever calls. */
  const put = (caller: Caller, body: object) =>
    caller.fetch(pushAddress, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  /** The jobs that wait, taken out of their queue. */
  async function takeJobs(): Promise<PushJob[]> {
    await queuePushMessages(services);
    const { rows } = await services.pool.query<{ data: PushJob }>(
      "delete from pgboss.job where name = 'push' returning data",
    );
    return rows.map(({ data }) => data);
  }

  return {
    service,
    services,
    server,
    publicKey,
    put,
    takeJobs,
    /** Sends what waits, as the workers do. */
    deliver: async () => {
      for (const job of await takeJobs()) await deliverPush(services, job);
    },
    endpointOf: async (caller: Caller) => {
      const answer = await caller.fetch(pushAddress);
      return ((await answer.json()) as { endpoint: string | null }).endpoint;
    },
    /** A member with one browser that shows notifications. */
    aWatcher: async () => {
      const member = await server.signUp("Mira Holt");
      const browser = service.browser(publicKey);
      const answer = await put(member, browser);
      if (!answer.ok) throw new Error(`the browser was refused with ${answer.status}`);
      return { member, browser };
    },
    /** Somebody likes a new image of the member. */
    like: async (owner: SignedUp) => {
      const picture = await aPicture(services, { id: owner.userId }, { title: "Harbour" });
      await likePicture(services, actorFor(await aMember(services, { name: "Ada" })), picture.id);
      await notifyOfActivity(services);
      return picture;
    },
    castDone: (userId: string, change: Partial<NewNotification> = {}) =>
      services.db.transaction().execute((tx) =>
        addNotification(tx, {
          userId,
          type: "generation_completed",
          title: "A secret proposal",
          description: "Successfully created 4 image(s)",
          generationId: randomUUID(),
          imageUrl: null,
          imageId: null,
          imageCount: 4,
          imageTitle: "A secret proposal",
          r2Key: null,
          metadata: { title: "A secret proposal" },
          ...change,
        }),
      ),
    /** What a browser was sent. */
    textsFor: ({ endpoint }: Subscription) =>
      service.messages
        .filter((message) => message.endpoint === endpoint)
        .map(({ text }) => JSON.parse(text) as Record<string, string>),
    stored: ({ endpoint }: Subscription) =>
      services.db
        .selectFrom("push_subscriptions")
        .selectAll()
        .where("endpoint", "=", endpoint)
        .executeTakeFirst(),
    async close() {
      await server.close();
      await services.close();
      await push.close();
      await service.close();
    },
  };
}

export type PushScene = Awaited<ReturnType<typeof pushScene>>;
