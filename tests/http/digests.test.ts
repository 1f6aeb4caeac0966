import { afterAll, beforeAll, expect, test } from "vitest";
import { saveSettings } from "#app/features/notifications/commands/settings.ts";
import { markRead } from "#app/features/notifications/commands.ts";
import { sendDigests } from "#app/features/notifications/jobs/digest.ts";
import { settingsOf } from "#app/features/notifications/queries.ts";
import { likePicture } from "#app/features/social/commands.ts";
import { notifyOfActivity } from "#app/features/social/jobs.ts";
import { activityKinds, type DigestTime } from "#app/rules/notification-settings.ts";
import { aMember, aPicture, type TestMember } from "../harness/factories.ts";
import { mailServer, type MailServer } from "../harness/mail-server.ts";
import { actorFor } from "../harness/made-picture.ts";
import { testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

let smtp: MailServer;
let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
beforeAll(async () => {
  smtp = await mailServer();
  services = await testServices({ env: { SMTP_URL: smtp.url, MAIL_FROM: "a@example.com" } });
  server = await testServer(services, { roles: ["web"] });
});
afterAll(async () => {
  await server.close();
  await services.close();
  await smtp.close();
});

type Scene = { digest?: DigestTime; isConfirmed?: boolean; given?: typeof services };

/** A creator with a digest, whose image was liked. */
async function scene({ digest = "daily", isConfirmed = true, given = services }: Scene = {}) {
  const columns = { email_verified: isConfirmed };
  const owner = await aMember(given, { name: "Mira Holt", columns });
  await saveSettings(given, owner.id, { site: activityKinds, mail: activityKinds, digest });
  const picture = await aPicture(given, owner, { title: "Lake & <hills>" });
  await likePicture(given, actorFor(await aMember(given, { name: "Ada" })), picture.id);
  await notifyOfActivity(given);
  return owner;
}

const passes = (owner: TestMember, hours: number) =>
  services.pool.query(
    "update notification_settings set digested_at = digested_at - make_interval(hours => $2) where user_id = $1",
    [owner.id, hours],
  );

/** The mails that wait for an address. */
async function queuedTo({ email }: TestMember, given = services) {
  const { rows } = await given.pool.query<{ data: { subject: string; text: string } }>(
    "select data from pgboss.job where name = 'mail' and data ->> 'to' = $1",
    [email],
  );
  return rows.map(({ data }) => data);
}

test("a digest lists what is unread, once, and one POST of a mail program ends the digests", async () => {
  const owner = await scene();
  await sendDigests(services);
  expect(await queuedTo(owner)).toEqual([]);
  await passes(owner, 24);
  // Of two workers at the same moment one sends it.
  await Promise.all([sendDigests(services), sendDigests(services)]);
  const worker = await testServer(services, { roles: ["worker"] });
  const mail = await smtp.next(owner.email);
  await worker.close();
  expect(mail.subject).toBe("1 new notification at Echoform");
  expect(mail.text).toContain("Lake & <hills>\nAda liked your image");
  expect(mail.html).toContain("Lake &amp; &lt;hills&gt;<br>");
  const header = (key: string) => mail.headers.find((one) => one.key === key)?.value;
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const address = /^<(.*)>$/.exec(header("list-unsubscribe") ?? "")?.[1] ?? "";
  expect(new URL(address).origin).toBe(services.env.SERVER_URL);
  expect(mail.text).toContain(`/auth/confirm?unsubscribe=`);

  const { pathname, search } = new URL(address);
  const asks = { method: "POST", body: new URLSearchParams("List-Unsubscribe=One-Click") };
  // Scanners of mails open links.
  expect((await server.fetch(pathname + search)).status).toBe(405);
  expect((await settingsOf(services.db, owner.id)).digest).toBe("daily");
  for (let time = 0; time < 2; time += 1) {
    expect((await server.fetch(pathname + search, asks)).status).toBe(200);
  }
  expect((await settingsOf(services.db, owner.id)).digest).toBe("never");
  expect((await server.fetch(`${pathname}?key=made-up`, asks)).status).toBe(404);
  const headers = { accept: "text/html" };
  const shown = await server.fetch(pathname + search, { ...asks, headers, redirect: "manual" });
  expect(shown.status).toBe(303);
  expect(shown.headers.get("location")).toBe("/auth/confirm?unsubscribed=yes");
});

test("there is no digest before its time, without news, of what was read, or at an unconfirmed address", async () => {
  const weekly = await scene({ digest: "weekly" });
  const reader = await scene();
  const unconfirmed = await scene({ isConfirmed: false });
  await markRead(services, reader.id);
  for (const owner of [weekly, reader, unconfirmed]) await passes(owner, 48);
  await sendDigests(services);
  for (const owner of [weekly, reader, unconfirmed]) expect(await queuedTo(owner)).toEqual([]);
  await passes(weekly, 168);
  await sendDigests(services);
  expect(await queuedTo(weekly)).toHaveLength(1);
  // Nothing new since.
  await passes(weekly, 168);
  await sendDigests(services);
  expect(await queuedTo(weekly)).toHaveLength(1);
});

test("a long digest lists the latest twenty and counts the others", async () => {
  const owner = await scene();
  const fan = actorFor(await aMember(services, { name: "Ben" }));
  for (let n = 1; n <= 22; n += 1) {
    await likePicture(services, fan, (await aPicture(services, owner, { title: `Study ${n}` })).id);
  }
  await notifyOfActivity(services);
  await passes(owner, 24);
  await sendDigests(services);
  const [mail] = await queuedTo(owner);
  expect(mail.subject).toBe("23 new notifications at Echoform");
  expect(mail.text.match(/liked your image/g)).toHaveLength(20);
  expect(mail.text).toContain("And 3 more.");
  expect(mail.text).not.toContain("Study 1\n");
});

test("without a mail server no digest is written", async () => {
  const without = await testServices();
  const owner = await scene({ given: without });
  await without.pool.query(
    "update notification_settings set digested_at = now() - interval '9 days'",
  );
  expect(await sendDigests(without)).toBe(0);
  expect(await queuedTo(owner, without)).toEqual([]);
  await without.close();
});
