import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { audited } from "#app/features/admin/commands.ts";
import { grantCredits } from "#app/features/billing/commands.ts";
import { saveUpload } from "#app/features/pictures/commands.ts";
import { flushSearchLog, searchCounter } from "#app/features/search/commands.ts";
import { indexPending } from "#app/features/search/jobs.ts";
import { setPortrait } from "#app/features/identity/commands/portraits.ts";
import { sendMail } from "#app/lib/mail.ts";
import type { OpenServices } from "#app/open-services.ts";
import { aMember, type TestMember } from "./factories.ts";
import { actorFor, aPng, madePicture } from "./made-picture.ts";
import type { createNeedles } from "./needles.ts";

type Needles = ReturnType<typeof createNeedles>;
type Made = Awaited<ReturnType<typeof madePicture>>;

/** A member with a needle in every field that a member can fill. */
async function profile(services: OpenServices, needles: Needles): Promise<TestMember> {
  const word = () => needles.word();
  const username = word();
  const email = `${word()}@example.org`;
  const member = await aMember(services, {
    name: `${word()} ${word()}`,
    credits: 500,
    columns: {
      username,
      email,
      last_name: word(),
      bio: word(),
      profession: word(),
      website: `https://${word()}.example`,
      location_label: word(),
      location_country: word(),
      location_city: word(),
      location_state: word(),
      twitter_username: word(),
      instagram_username: word(),
      linkedin_username: word(),
      facebook_id: word(),
      paypal_email: `${word()}@example.org`,
      stripe_link: `https://pay.example/${word()}`,
    },
  });
  needles.add(member.id);
  for (const kind of ["avatar", "cover"] as const) {
    await setPortrait(services, actorFor(member), kind, await aPng(64, 64, "#123456"));
  }
  return { ...member, username, email };
}

/** Pictures by the program's own commands, with all fields filled, of which each is a remix of the one before. */
async function pictures(
  services: OpenServices,
  needles: Needles,
  member: TestMember,
  count: number,
) {
  const word = () => needles.word();
  const made: Made[] = [];
  for (let n = 0; n < count; n += 1) {
    const png = await aPng(
      96,
      64,
      `#${(0x10_20_30 + n * 0x01_07_0b).toString(16).padStart(6, "0")}`,
    );
    const picture = await madePicture(services, member, {
      png,
      title: `Heron ${word()}`,
      prompt: `a heron and ${word()}`,
      description: word(),
      authoringPrompt: word(),
      miniPrompt: word(),
      tags: [word(), word()],
      ...(n > 0 && { sourcePictureId: made[n - 1].id }),
    });
    made.push(picture);
  }
  return made;
}

/** Rows that no page of the member shows: those of others, of admins and of the provider that name the member. */
async function traces(services: OpenServices, needles: Needles, member: TestMember, made: Made[]) {
  const word = () => needles.word();
  const { db } = services;
  const others = await Promise.all([aMember(services), aMember(services, { role: "admin" })]);
  const [other, admin] = others;
  const customer = `cus_${randomUUID()}`;
  const { id, email, username } = member;
  await sql`
    insert into sessions (id, user_id, token, expires_at, ip_address, user_agent)
    values (gen_random_uuid(), ${id}, ${word()}, now() + interval '1 day', '203.0.113.7', ${word()})`.execute(
    db,
  );
  await sql`
    insert into push_subscriptions (session_id, endpoint, p256dh, auth)
    select id, ${`https://push.example/${word()}`}, ${word()}, ${word()} from sessions where user_id = ${id}`.execute(
    db,
  );
  await sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, can_sync, is_synced, name)
    values (gen_random_uuid(), ${id}, ${word()}, ${Buffer.from(word())}, 0, '{}', true, false, ${word()})`.execute(
    db,
  );
  await sql`
    insert into verifications (id, identifier, value, expires_at)
    values (gen_random_uuid(), ${`mail:${email}:${word()}`}, ${id}, now() + interval '1 day')`.execute(
    db,
  );
  await sql`insert into rate_limits (key, points) values (${`sign-in ${email}`}, 1), (${`api:${id}`}, 1)`.execute(
    db,
  );
  await sql`
    insert into messages (id, kind, user_id, name, email, body) values
      (gen_random_uuid(), 'idea', ${id}, ${word()}, ${email}, ${word()}),
      (gen_random_uuid(), 'bug', null, ${word()}, ${email}, ${word()})`.execute(db);
  const kit = randomUUID();
  await sql`
    insert into style_kits (id, owner_id, name, material, lighting, camera, is_shared)
    values (${kit}, ${id}, ${word()}, ${word()}, ${word()}, ${word()}, true)`.execute(db);
  await sql`
    insert into grids (id, user_id, prompt, axes, settings, pictures, cost, idempotency_key, request_hash)
    values (gen_random_uuid(), ${id}, ${word()}, ${JSON.stringify({ columns: { values: [word()] } })}::jsonb,
      ${JSON.stringify({ cast: { prompt: word() } })}::jsonb, 1, 1, 'planted', '')`.execute(db);
  await sql`
    insert into word_lists (id, owner_id, name, words)
    values (gen_random_uuid(), ${id}, ${word()}, ${[word()]}::text[])`.execute(db);
  await sql`
    insert into collections (id, owner_id, name, description, is_public, published_at)
    select gen_random_uuid(), ${id}, name, name, true, now() from unnest(${[word(), word(), word()]}::text[]) as n (name)`.execute(
    db,
  );
  await sql`
    insert into collection_items (collection_id, picture_id, position)
    select c.id, ${made[0].id}, 1 from collections c where c.owner_id = ${id}`.execute(db);
  await sql`
    insert into sanctions (id, member_id, kind, reason, note, target_id, target_title, taken, appeal_key, ends_at)
    values (gen_random_uuid(), ${id}, 'strike', 'spam', ${word()}, null, ${word()}, null, gen_random_uuid(), now() + interval '9 days'),
      (gen_random_uuid(), ${id}, 'bio', 'spam', ${word()}, null, null, ${JSON.stringify({ bio: word() })}::jsonb, gen_random_uuid(), null)`.execute(
    db,
  );
  await sql`
    insert into appeals (id, sanction_id, body) select gen_random_uuid(), id, ${word()} from sanctions
    where member_id = ${id} and kind = 'strike'`.execute(db);
  await sql`
    insert into notifications (id, user_id, type, title, description, image_title, metadata)
    values (gen_random_uuid(), ${id}, 'moderation', ${word()}, ${word()}, ${word()}, ${JSON.stringify({ link: word() })}::jsonb)`.execute(
    db,
  );
  await sql`
    insert into notifications (id, user_id, type, title, description, subject_id, actor_id, sources)
    values (gen_random_uuid(), ${other.id}, 'follow', ${`${word()} follows you`}, ${username}, ${other.id}, ${id}, ${[id]}::uuid[])`.execute(
    db,
  );
  await sql`select publish_event(${other.id}, 'notification', ${JSON.stringify({ title: `${username} follows you` })}::jsonb)`.execute(
    db,
  );
  await sql`select publish_event(${id}, 'notification', ${JSON.stringify({ title: word() })}::jsonb)`.execute(
    db,
  );
  await sql`
    insert into prompt_refusals (id, user_id, rule, word, prompt, digest)
    values (gen_random_uuid(), ${id}, 'gore', 'gore', ${word()}, repeat('a', 64))`.execute(db);
  await sql`
    insert into notification_settings (user_id, site, mail, digest, unsubscribe_key)
    values (${id}, '{like}', '{}', 'never', ${word()})`.execute(db);
  await sql`
    insert into picture_drafts (picture_id, owner_id, file_name, file_sha256, made_title, title_from)
    values (${made[0].id}, ${id}, ${`${word()}.jpg`}, ${word()}, ${word()}, 'file')`.execute(db);
  await sql`
    insert into payment_customers (user_id, mode, customer_id) values (${id}, 'sandbox', ${customer})`.execute(
    db,
  );
  await sql`
    insert into payment_events (id, kind, object_id, mode, livemode, payload, state, done_at)
    values (${`evt_${customer}`}, 'customer.updated', ${customer}, 'sandbox', false,
      ${JSON.stringify({ customer, name: word(), address: word() })}::jsonb, 'done', now())`.execute(
    db,
  );
  await grantCredits(services, {
    userId: id,
    amount: 7,
    reason: `for ${word()}`,
    idempotencyKey: `grant:${id}`,
  });
  await audited(db, { admin: actorFor(admin, "admin"), requestId: "planted" }, () =>
    Promise.resolve({
      result: undefined,
      records: [
        {
          action: "member.note",
          target: { kind: "member" as const, id },
          before: { bio: word() },
          reason: word(),
        },
        {
          action: "picture.change",
          target: { kind: "picture" as const, id: made[1].id },
          before: { title: word() },
        },
        {
          action: "member.strike",
          target: { kind: "member" as const, id: other.id },
          reason: `copied from ${username}`,
        },
      ],
    }),
  );
  for (const likes of [made[0], made[1]]) {
    await sql`insert into likes (user_id, picture_id) values (${other.id}, ${likes.id})`.execute(
      db,
    );
  }
  await sql`insert into follows (follower_id, creator_id) values (${other.id}, ${id}), (${id}, ${other.id})`.execute(
    db,
  );
  const mail = { to: email, subject: word(), text: word(), html: word() };
  await sendMail(services, db, mail);
  await services.mail.deliver({ ...mail, id: randomUUID(), writtenAt: new Date().toISOString() });
  searchCounter(services, username, 1)();
  await flushSearchLog(services);
  return { other, admin, kit };
}

/**
 * A member with needles in every table, file and cache that can hold something of them, a thread of pictures, and others
 * who remixed, liked and followed.
 */
export async function plantMember(services: OpenServices, needles: Needles, count = 22) {
  const member = await profile(services, needles);
  const made = await pictures(services, needles, member, count);
  const { other, admin, kit } = await traces(services, needles, member, made);
  const remix = await madePicture(services, other, {
    png: await aPng(80, 80, "#445566"),
    title: "A remix of somebody's heron",
    prompt: "a heron, again",
    sourcePictureId: made.at(-1)?.id ?? null,
  });
  const uploaded = await saveUpload(services, actorFor(member), await aPng(70, 70, "#778899"));
  await sql`
    insert into likes (user_id, picture_id) values (${member.id}, ${remix.id})`.execute(
    services.db,
  );
  await indexPending(services, new AbortController().signal);
  return { member, made, other, admin, kit, remix, uploaded };
}
