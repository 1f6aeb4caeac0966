/** Passkeys (WebAuthn): kept public keys, and challenges that are good once. */
import { createHash } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { Env } from "#app/env.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import type { NewPasskeyAnswer, PasskeyAnswer } from "../inputs/second-factor.ts";
import { relyingParty } from "../policy.ts";

type Parts = Pick<Services, "db" | "env">;

/** Loaded with the first passkey: it is some 250 files, a tenth of those that the program would start with. */
const webAuthn = () => import("@simplewebauthn/server");

const challengeMs = 5 * 60_000;
const passkeysAtMost = 20;

/** What a challenge is for: an answer to it is good for nothing else. */
type Purpose = "sign-in" | { add: string } | { confirm: string };

function purposeText(purpose: Purpose): string {
  if (purpose === "sign-in") return "passkey sign-in";
  return "add" in purpose ? `passkey add ${purpose.add}` : `passkey confirm ${purpose.confirm}`;
}

function siteOf({ SERVER_URL }: Env) {
  const site = relyingParty(SERVER_URL);
  if (site === null) {
    throw new AppError("not-found", {
      detail: t`This site has no address that passkeys work with`,
    });
  }
  return site;
}

const digestOf = (challenge: string) =>
  `passkey:${createHash("sha256").update(challenge).digest("base64url")}`;

async function keepChallenge({ db }: Parts, challenge: string, purpose: Purpose): Promise<void> {
  await db
    .insertInto("verifications")
    .values({
      id: uuidv7(),
      identifier: digestOf(challenge),
      value: purposeText(purpose),
      expires_at: new Date(Date.now() + challengeMs),
    })
    .execute();
}

function unverified(cause?: unknown): AppError {
  const detail = t`The passkey was not accepted: try again`;
  return new AppError("unprocessable", { detail, cause });
}

/** Takes the challenge that an answer is for out of the table, whatever becomes of the answer. */
async function takeChallenge({ db }: Parts, clientData: string, purpose: Purpose): Promise<string> {
  const { decodeClientDataJSON } = await import("@simplewebauthn/server/helpers");
  let challenge: string;
  let identifier: string;
  try {
    ({ challenge } = decodeClientDataJSON(clientData));
    identifier = digestOf(challenge);
  } catch (error) {
    throw unverified(error);
  }
  const taken = await db
    .deleteFrom("verifications")
    .where("identifier", "=", identifier)
    .where("value", "=", purposeText(purpose))
    .where("expires_at", ">", new Date())
    .executeTakeFirst();
  if (taken.numDeletedRows !== 1n) throw unverified("no such challenge");
  return challenge;
}

async function passkeysOf({ db }: Parts, userId: string) {
  const rows = await db
    .selectFrom("passkeys")
    .select(["credential_id", "transports"])
    .where("user_id", "=", userId)
    .execute();
  return rows.map((row) => ({ id: row.credential_id, transports: row.transports }));
}

/** What the browser is asked for to make a new passkey. @throws AppError not-found, conflict */
export async function newPasskeyOptions(
  services: Parts,
  member: { userId: string; email: string; name: string },
) {
  const site = siteOf(services.env);
  const known = await passkeysOf(services, member.userId);
  if (known.length >= passkeysAtMost) {
    throw new AppError("conflict", { detail: t`At most ${passkeysAtMost} passkeys: remove one` });
  }
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: services.env.APP_NAME,
    rpID: site.id,
    userID: new TextEncoder().encode(member.userId),
    userName: member.email,
    userDisplayName: member.name,
    attestationType: "none",
    excludeCredentials: known,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    timeout: challengeMs,
  });
  await keepChallenge(services, options.challenge, { add: member.userId });
  return options;
}

/**
 * Keeps a new passkey.
 * @throws AppError unprocessable when the answer is not good; conflict when it is known already
 */
export async function addPasskey(
  services: Parts,
  userId: string,
  name: string,
  response: NewPasskeyAnswer,
): Promise<string> {
  const site = siteOf(services.env);
  const challenge = await takeChallenge(services, response.response.clientDataJSON, {
    add: userId,
  });
  const { verifyRegistrationResponse } = await webAuthn();
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw unverified(error);
  });
  if (!checked.verified) throw unverified();
  const { credential, credentialDeviceType, credentialBackedUp } = checked.registrationInfo;
  const id = uuidv7();
  const added = await services.db
    .insertInto("passkeys")
    .values({
      id,
      user_id: userId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      can_sync: credentialDeviceType === "multiDevice",
      is_synced: credentialBackedUp,
      name,
    })
    .onConflict((oc) => oc.column("credential_id").doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows !== 1n) {
    throw new AppError("conflict", { detail: t`This passkey is known already` });
  }
  return id;
}

/**
 * What the browser is asked for to prove a passkey.
 * @param confirming the signed-in member who proves it again; null to sign in
 * @param among whose passkeys are offered; null: any
 */
export async function passkeyOptions(
  services: Parts,
  confirming: string | null,
  among: string | null,
) {
  const site = siteOf(services.env);
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    userVerification: "required",
    ...(among !== null && { allowCredentials: await passkeysOf(services, among) }),
    timeout: challengeMs,
  });
  const purpose = confirming === null ? "sign-in" : { confirm: confirming };
  await keepChallenge(services, options.challenge, purpose);
  return options;
}

/**
 * Checks the proof of a passkey, whose challenge is used up by it.
 * @param confirming as in `passkeyOptions`: then it must be their passkey
 * @returns whose it is
 * @throws AppError unprocessable when the answer is not good
 */
export async function takePasskey(
  services: Parts,
  confirming: string | null,
  response: PasskeyAnswer,
): Promise<string> {
  const site = siteOf(services.env);
  const purpose = confirming === null ? "sign-in" : { confirm: confirming };
  const challenge = await takeChallenge(services, response.response.clientDataJSON, purpose);
  const passkey = await services.db
    .selectFrom("passkeys")
    .select(["id", "user_id", "credential_id", "public_key", "counter"])
    .where("credential_id", "=", response.id)
    .executeTakeFirst();
  if (passkey === undefined) throw unverified("no such passkey");
  if (confirming !== null && passkey.user_id !== confirming) throw unverified("of somebody else");
  const { verifyAuthenticationResponse } = await webAuthn();
  // Throws where the counter has not grown: then the authenticator was copied.
  const { verified, authenticationInfo: proof } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch((error: unknown) => {
    throw unverified(error);
  });
  if (!verified) throw unverified();
  const noted = await services.db
    .updateTable("passkeys")
    .set({
      counter: proof.newCounter,
      is_synced: proof.credentialBackedUp,
      can_sync: proof.credentialDeviceType === "multiDevice",
      last_used_at: new Date(),
    })
    .where("id", "=", passkey.id)
    // Another proof at the same time: the counter was checked against an earlier one.
    .where("counter", "=", passkey.counter)
    .executeTakeFirst();
  if (noted.numUpdatedRows !== 1n) throw unverified("two proofs at once");
  return passkey.user_id;
}

/** Gives one of the member's passkeys another name. @returns false when there is none with this id */
export async function renamePasskey(
  { db }: Parts,
  userId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const renamed = await db
    .updateTable("passkeys")
    .set({ name })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return renamed.numUpdatedRows > 0n;
}

/** Removes one of the member's passkeys. @returns its name, or null when there is none with this id */
export async function removePasskey(
  { db }: Parts,
  userId: string,
  id: string,
): Promise<string | null> {
  const removed = await db
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("name")
    .executeTakeFirst();
  return removed?.name ?? null;
}
