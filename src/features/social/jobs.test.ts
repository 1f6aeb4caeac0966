import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { aModerator } from "#tests/harness/moderator.ts";
import { testServices } from "#tests/harness/services.ts";
import {
  addItems,
  createCollection,
  removeItems,
  updateCollection,
} from "#app/features/collections/commands.ts";
import { clearNotifications, markRead } from "#app/features/notifications/commands.ts";
import { saveSettings } from "#app/features/notifications/commands/settings.ts";
import { eventsAfter, notificationList } from "#app/features/notifications/queries.ts";
import { updatePicture } from "#app/features/pictures/commands.ts";
import { speaking } from "#app/language/spoken.ts";
import { activityText } from "#app/rules/activity-text.ts";
import { activityKinds } from "#app/rules/notification-settings.ts";
import { followCreator, likePicture, unfollowCreator, unlikePicture } from "./commands.ts";
import { notifyOfActivity } from "./jobs.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let owner: TestMember;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

async function scene() {
  owner = await aMember(services, { name: "Mira Holt" });
  const ada = await aMember(services, { name: "Ada" });
  const ben = await aMember(services, { name: "Ben" });
  const picture = await aPicture(services, owner, { title: "Lake" });
  return { owner, ada, ben, picture };
}

/** What the owner is told, after the worker's turn. */
async function told() {
  await notifyOfActivity(services);
  const { items, unread } = await notificationList(services.db, owner.id);
  const texts = items.map(({ type, title, description }) => `${type}: ${title}: ${description}`);
  return { items, unread, texts };
}

const remixOf = (picture: { id: string }, member: TestMember, more: object = {}) =>
  aPicture(services, member, {
    source_picture_id: picture.id,
    root_picture_id: picture.id,
    ...more,
  });

test("NT-01 a like, a follow, a remix and a public collection are told to the creator, with a link each", async () => {
  const { ada, picture } = await scene();
  await likePicture(services, actorFor(ada), picture.id);
  await followCreator(services, actorFor(ada), owner.username);
  const remix = await remixOf(picture, ada);
  const { id } = await createCollection(services, actorFor(ada), {
    name: "Calm",
    is_public: true,
    picture_ids: [picture.id],
  });
  const { items, unread, texts } = await told();
  expect(texts).toEqual([
    "collection: Lake: Ada added your image to “Calm”",
    "remix: Lake: Ada remixed your image",
    "follow: New follower: Ada follows you",
    "like: Lake: Ada liked your image",
  ]);
  expect(unread).toBe(4);
  expect(items.map(({ metadata }) => metadata.link)).toEqual([
    expect.stringContaining(id),
    `/i/${remix.slug}`,
    `/@${ada.username}`,
    `/i/${picture.slug}`,
  ]);
  expect(items[3].imageUrl).toContain(picture.filename.replace(".jpg", ""));
});

test("NT-01 the r2Key of a like, a remix and a collection is the address of the thumbnail, which leads nobody to the original", async () => {
  const { ada, picture } = await scene();
  await likePicture(services, actorFor(ada), picture.id);
  await followCreator(services, actorFor(ada), owner.username);
  await remixOf(picture, ada);
  const picture_ids = [picture.id];
  await createCollection(services, actorFor(ada), { name: "Calm", is_public: true, picture_ids });
  const { items } = await told();
  const thumbnail = `i/512x0/q75/${picture.filename}`;
  expect(items.map(({ type, r2Key }) => [type, r2Key])).toEqual([
    ["collection", thumbnail],
    ["remix", thumbnail],
    ["follow", null],
    ["like", thumbnail],
  ]);
  expect(items[3].imageUrl).toBe(`/${thumbnail}`);
});

test("NT-01 nobody is told of what they did themselves, or of what was undone or stays private", async () => {
  const { ada, picture } = await scene();
  await likePicture(services, actorFor(owner), picture.id);
  await remixOf(picture, owner);
  await likePicture(services, actorFor(ada), picture.id);
  await unlikePicture(services, actorFor(ada), picture.id);
  await followCreator(services, actorFor(ada), owner.username);
  await unfollowCreator(services, actorFor(ada), owner.username);
  await remixOf(picture, ada, { is_public: false });
  await remixOf(picture, ada, { approved: false, status: "waiting" });
  await createCollection(services, actorFor(ada), { name: "Mine", picture_ids: [picture.id] });
  const { id } = await createCollection(services, actorFor(ada), { name: "A", is_public: true });
  await addItems(services, actorFor(ada), id, [picture.id]);
  await removeItems(services, actorFor(ada), id, [picture.id]);
  expect((await told()).texts).toEqual([]);
  const { rows } = await services.pool.query("select from activity_outbox");
  expect(rows).toEqual([]);
});

test("NT-01 a remix and a collection are told when they become public, and only once", async () => {
  const { ada, picture } = await scene();
  const remix = await remixOf(picture, ada, { is_public: false });
  const collection = await createCollection(services, actorFor(ada), {
    name: "Calm",
    picture_ids: [picture.id],
  });
  expect((await told()).texts).toEqual([]);
  for (const is_public of [true, false, true]) {
    await updatePicture(services, actorFor(ada), remix.id, { is_public });
    await updateCollection(services, actorFor(ada), collection.id, { is_public });
    await notifyOfActivity(services);
  }
  const expected = [
    "collection: Lake: Ada added your image to “Calm”",
    "remix: Lake: Ada remixed your image",
  ];
  expect((await told()).texts.toSorted()).toEqual(expected);
  await markRead(services, owner.id);
  await updatePicture(services, actorFor(ada), remix.id, { is_public: false });
  await updatePicture(services, actorFor(ada), remix.id, { is_public: true });
  expect(await told()).toMatchObject({ unread: 0, items: { length: 2 } });
});

test("NT-01 likes of one image are one notification while it is unread, and each member counts once", async () => {
  const { ada, ben, picture } = await scene();
  await likePicture(services, actorFor(ada), picture.id);
  expect((await told()).texts).toEqual(["like: Lake: Ada liked your image"]);
  await likePicture(services, actorFor(ben), picture.id);
  await unlikePicture(services, actorFor(ada), picture.id);
  await likePicture(services, actorFor(ada), picture.id);
  expect(await told()).toMatchObject({
    unread: 1,
    texts: ["like: Lake: Ben and 1 other liked your image"],
  });
  await markRead(services, owner.id);
  const cleo = await aMember(services, { name: "Cleo" });
  await likePicture(services, actorFor(cleo), picture.id);
  expect((await told()).texts[0]).toBe("like: Lake: Cleo liked your image");
});

test("NT-06 the first like is an event with the notification, later ones let tabs read the list anew", async () => {
  const { ada, ben, picture } = await scene();
  await likePicture(services, actorFor(ada), picture.id);
  await notifyOfActivity(services);
  await likePicture(services, actorFor(ben), picture.id);
  await notifyOfActivity(services);
  const all = await eventsAfter(services.db, owner.id, 0, 10);
  const events = all.filter(({ name }) => name.startsWith("notification"));
  expect(events.map(({ name }) => name)).toEqual(["notification", "notifications.changed"]);
  expect(events[0].payload).toMatchObject({ type: "like", title: "Lake", read: false });
  expect(events[1].payload).toEqual({ unread: 1 });
});

test("a kind that is off on the site is not shown; with a digest it waits for the mail and survives clearing the list", async () => {
  const { ada, picture } = await scene();
  const site = activityKinds.filter((kind) => kind !== "like");
  await saveSettings(services, owner.id, { site, mail: [], digest: "daily" });
  await likePicture(services, actorFor(ada), picture.id);
  await followCreator(services, actorFor(ada), owner.username);
  expect((await told()).texts).toEqual(["follow: New follower: Ada follows you"]);
  const kept = () =>
    services.db
      .selectFrom("notifications")
      .select("type")
      .where("user_id", "=", owner.id)
      .execute();
  expect(await kept()).toEqual([{ type: "follow" }]);

  await saveSettings(services, owner.id, { site, mail: ["like"], digest: "daily" });
  await unlikePicture(services, actorFor(ada), picture.id);
  await likePicture(services, actorFor(ada), picture.id);
  expect(await told()).toMatchObject({ unread: 1, items: { length: 1 } });
  await markRead(services, owner.id);
  await clearNotifications(services, owner.id);
  expect(await kept()).toEqual([{ type: "like" }]);
  await saveSettings(services, owner.id, { site, mail: ["like"], digest: "never" });
  expect(await kept()).toEqual([]);
});

test("nobody is told by or about an account that is banned, nor a demonstration creator at all", async () => {
  const { ada, picture } = await scene();
  await likePicture(services, actorFor(ada), picture.id);
  await (await aModerator(services)).suspend(ada.id);
  expect((await told()).texts.filter((text) => !text.startsWith("moderation"))).toEqual([]);

  const demo = await aMember(services, { columns: { is_demo: true } });
  await followCreator(services, actorFor(owner), demo.username);
  const { rows } = await services.pool.query("select from activity_outbox");
  expect(rows).toEqual([]);
});

test("an entry that fails is dropped, and those after it are told", async () => {
  const { ada, ben, picture } = await scene();
  await likePicture(services, actorFor(ada), picture.id);
  await followCreator(services, actorFor(ben), owner.username);
  const env = {
    ...services.env,
    get PICTURES_URL(): string {
      throw new Error("no address");
    },
  };
  expect(await notifyOfActivity({ ...services, env })).toBe(2);
  expect((await told()).texts).toEqual(["follow: New follower: Ben follows you"]);
});

test("a member who chose a language is told in it, whoever did it in which", async () => {
  const { ada, picture } = await scene();
  await services.db
    .updateTable("users")
    .set({ language: "de" })
    .where("id", "=", owner.id)
    .execute();
  await speaking("ar", () => likePicture(services, actorFor(ada), picture.id));
  expect((await told()).texts).toEqual([`like: Lake: ${speaking("de", likedByAda)}`]);
});

const likedByAda = () =>
  activityText({ kind: "like", actor: "Ada", count: 1, picture: "Lake" }).description;
