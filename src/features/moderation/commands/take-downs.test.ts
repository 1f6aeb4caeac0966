import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKit, updateKit } from "#app/features/generation/commands/kits.ts";
import { listKits } from "#app/features/generation/queries/kits.ts";
import type { OpenServices } from "#app/open-services.ts";
import { speaking } from "#app/language/spoken.ts";
import { sanctionTitle } from "#app/rules/sanctions.ts";
import { portraitAt, portraitKey, portraitPath } from "#app/rules/portraits.ts";
import { aMember } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { aModerator } from "#tests/harness/moderator.ts";
import { testServices } from "#tests/harness/services.ts";
import { liftSanction } from "../commands.ts";

let services: OpenServices;
let moderator: Awaited<ReturnType<typeof aModerator>>;
beforeAll(async () => {
  services = await testServices();
  moderator = await aModerator(services);
});
afterAll(() => services.close());

const profileOf = (id: string) =>
  services.db
    .selectFrom("users")
    .select(["username", "name", "last_name", "bio", "avatar_url", "cover_photo_url"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const lift = (id: string) => liftSanction(services, moderator.by(), id, null);

test("AD-11 a name is replaced by the username, with an entry and a mail, and comes back with the undo", async () => {
  const member = await aMember(services, { name: "Rude Words", columns: { last_name: "More" } });
  const [{ id }] = await moderator.decide(member.id, { kind: "name", reason: "hate" });
  expect(await profileOf(member.id)).toMatchObject({ name: member.username, last_name: null });
  expect((await moderator.mailsTo(member.email))[0].subject).toMatch(/^Your name was taken down/);
  expect(await moderator.auditOf(member.id)).toMatchObject([{ action: "member.name" }]);
  const again = moderator.decide(member.id, { kind: "name" });
  await expect(again).rejects.toMatchObject({ code: "conflict" });
  await lift(id);
  expect(await profileOf(member.id)).toMatchObject({ name: "Rude Words", last_name: "More" });
});

test("AD-11 a decision is told in the member's language, and kept for admins in English", async () => {
  const member = await aMember(services, { columns: { language: "de" } });
  await speaking("ar", () => moderator.decide(member.id, { kind: "strike", reason: "hate" }));
  const [mail] = await moderator.mailsTo(member.email);
  const title = { kind: "strike", endsAt: null, targetTitle: null } as const;
  expect(mail.subject.startsWith(speaking("de", () => sanctionTitle(title)))).toBe(true);
  expect(mail.subject.startsWith(sanctionTitle(title))).toBe(false);
  expect(await moderator.auditOf(member.id)).toMatchObject([{ reason: "Hate or harassment" }]);
});

test("AD-11 an undo does not replace what the member has written since", async () => {
  const member = await aMember(services, { columns: { bio: "Buy here" } });
  const [{ id }] = await moderator.decide(member.id, { kind: "bio" });
  expect((await profileOf(member.id)).bio).toBeNull();
  await services.db
    .updateTable("users")
    .set({ bio: "I draw herons" })
    .where("id", "=", member.id)
    .execute();
  await lift(id);
  expect((await profileOf(member.id)).bio).toBe("I draw herons");
});

test.each(["avatar", "cover"] as const)(
  "AD-11 the file of a taken down %s is gone, and comes back under another address",
  async (kind) => {
    const column = kind === "avatar" ? "avatar_url" : "cover_photo_url";
    const portrait = randomUUID();
    const address = portraitPath(portrait);
    const member = await aMember(services, { columns: { [column]: address } });
    await services.storage.put(portraitKey(portrait), Buffer.from("a portrait"));
    const [{ id }] = await moderator.decide(member.id, { kind });
    expect((await profileOf(member.id))[column]).toBeNull();
    expect(await services.storage.head(portraitKey(portrait))).toBeNull();
    await lift(id);
    const back = (await profileOf(member.id))[column] ?? "";
    expect(back).not.toBe(address);
    const file = await services.storage.get(portraitKey(portraitAt(back) ?? ""));
    expect(file?.bytes.toString()).toBe("a portrait");
  },
);

test("AD-11 a kit that is taken down is its owner's alone, also when it is shared again", async () => {
  const member = await aMember(services);
  const owner = actorFor(member);
  const other = actorFor(await aMember(services));
  const look = { name: "Rude kit", palette: [], material: "", lighting: "", camera: "" };
  const kit = await createKit(services, owner, look);
  const refused = moderator.decide(member.id, { kind: "kit", kit: kit.id });
  await expect(refused).rejects.toMatchObject({ code: "not-found" });
  await updateKit(services, owner, kit.id, { isShared: true });
  const isSeen = async () =>
    (await listKits(services.db, other)).shared.some(({ id }) => id === kit.id);
  expect(await isSeen()).toBe(true);
  const [{ id, targetTitle }] = await moderator.decide(member.id, { kind: "kit", kit: kit.id });
  expect(targetTitle).toBe("Rude kit");
  await updateKit(services, owner, kit.id, { isShared: true });
  expect(await isSeen()).toBe(false);
  expect((await listKits(services.db, owner)).own).toMatchObject([{ id: kit.id, isShared: false }]);
  await lift(id);
  expect(await isSeen()).toBe(true);
});

test("AD-11 the kit of somebody else is not taken down by a decision about a member", async () => {
  const [member, other] = [await aMember(services), await aMember(services)];
  const look = { name: "Kept", palette: [], material: "", lighting: "", camera: "" };
  const kit = await createKit(services, actorFor(other), look);
  await updateKit(services, actorFor(other), kit.id, { isShared: true });
  const wrong = moderator.decide(member.id, { kind: "kit", kit: kit.id });
  await expect(wrong).rejects.toMatchObject({ code: "not-found" });
});
