import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { markRead } from "#app/features/notifications/commands.ts";
import { saveSettings } from "#app/features/notifications/commands/settings.ts";
import { deliverPush } from "#app/features/notifications/jobs/push.ts";
import { likePicture } from "#app/features/social/commands.ts";
import { notifyOfActivity } from "#app/features/social/jobs.ts";
import { activityKinds } from "#app/rules/notification-settings.ts";
import { aMember } from "../harness/factories.ts";
import { actorFor } from "../harness/made-picture.ts";
import { pushScene, type PushScene } from "../harness/push-scene.ts";

let scene: PushScene;
beforeAll(async () => {
  scene = await pushScene();
});
afterAll(() => scene.close());
beforeEach(() => {
  scene.service.messages.length = 0;
  scene.service.asked.length = 0;
});

test("a browser is told of a like, encrypted, with the image's address; further likes count on in silence", async () => {
  const { service, services, deliver, aWatcher, like, textsFor } = scene;
  const { member, browser } = await aWatcher();
  const picture = await like(member);
  await deliver();
  const id: string = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const wanted = { id, title: "Ada liked your image", body: "Harbour", link: `/i/${picture.slug}` };
  expect(textsFor(browser)).toEqual([wanted]);
  expect(service.messages[0].topic).toBe(textsFor(browser)[0].id.replaceAll("-", ""));
  await likePicture(services, actorFor(await aMember(services, { name: "Ben" })), picture.id);
  await notifyOfActivity(services);
  await deliver();
  expect(textsFor(browser)).toHaveLength(1);
  expect(service.refused).toEqual([]);
});

test("a kind that is off on the site is not sent", async () => {
  const { services, deliver, aWatcher, like, textsFor } = scene;
  const { member, browser } = await aWatcher();
  await saveSettings(services, member.userId, {
    site: ["follow"],
    mail: activityKinds,
    digest: "daily",
  });
  await like(member);
  await deliver();
  expect(textsFor(browser)).toEqual([]);
});

test("of a flood of activity the first twenty of an hour are sent, and casts still are", async () => {
  const { deliver, aWatcher, like, castDone, textsFor } = scene;
  const { member, browser } = await aWatcher();
  const { length } = await Promise.all(Array.from({ length: 20 }, () => like(member)));
  await deliver();
  expect(textsFor(browser)).toHaveLength(length);
  await like(member);
  await castDone(member.userId);
  await deliver();
  expect(textsFor(browser).map(({ title }) => title)).toEqual([
    ...Array<string>(length).fill("Ada liked your image"),
    "Your cast is done",
  ]);
});

test("of a cast a browser gets no word of the prompt, and of a moderator's decision nothing", async () => {
  const { deliver, aWatcher, castDone, textsFor } = scene;
  const { member, browser } = await aWatcher();
  await castDone(member.userId);
  await castDone(member.userId, { type: "generation_failed", description: "No proposal is made" });
  await castDone(member.userId, { type: "moderation", generationId: null });
  await deliver();
  const texts = textsFor(browser);
  expect(texts.map(({ title, body }) => `${title}: ${body}`).toSorted()).toEqual([
    "Generation failed: Your image generation encountered an error",
    "Your cast is done: 4 images",
  ]);
  expect(texts.map(({ link }) => link)).toEqual(Array(2).fill("/dashboard/work/cast-log"));
  expect(JSON.stringify(texts)).not.toMatch(/proposal/i);
});

test("a queued job has no text, and what was read meanwhile is not sent", async () => {
  const { service, services, takeJobs, aWatcher, castDone } = scene;
  const { member } = await aWatcher();
  await castDone(member.userId);
  await markRead(services, member.userId);
  expect(await takeJobs()).toEqual([]);
  await castDone(member.userId);
  const jobs = await takeJobs();
  expect(jobs.map((job) => Object.keys(job).toSorted())).toEqual([["notificationId", "sessionId"]]);
  await markRead(services, member.userId);
  await deliverPush(services, jobs[0]);
  expect(service.asked).toEqual([]);
});

test("nobody who is banned gets a message", async () => {
  const { service, services, takeJobs, aWatcher, castDone } = scene;
  const { member } = await aWatcher();
  await castDone(member.userId);
  const [job] = await takeJobs();
  await services.pool.query("update users set banned_at = now() where id = $1", [member.userId]);
  await deliverPush(services, job);
  expect(service.asked).toEqual([]);
});
