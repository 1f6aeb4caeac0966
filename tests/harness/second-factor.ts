import type { Services } from "#app/services.ts";
import { appCode } from "./authenticator-app.ts";
import { untilTaken } from "./patience.ts";
import { cookieOf, type SignedUp, type TestServer } from "./server.ts";

export type WithFactor = SignedUp & { secret: string; recoveryCodes: string[] };

/** POST of a JSON body with a cookie. */
export const postAs = (server: TestServer, cookie: string, address: string, body: object = {}) =>
  server.post(address, body, { cookie });

/** Turns two-factor sign-in on for a signed-in member; the code that did it counts as one of long ago. */
export async function turnOnFactor(server: TestServer, member: SignedUp): Promise<WithFactor> {
  const { cookie, password } = member;
  const begun = await postAs(server, cookie, "/api/two-factor/app", { password });
  const { secret } = (await begun.json()) as { secret: string };
  const code = appCode(secret);
  const confirmed = await postAs(server, cookie, "/api/two-factor/confirm", { code });
  if (!confirmed.ok) throw new Error(`confirm answered ${await confirmed.text()}`);
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] };
  await forgetStep(server.services, member.userId);
  return { ...member, secret, recoveryCodes };
}

/** Moves a member's last accepted code ten steps back, so that a test need not wait for the next. */
export async function forgetStep({ db }: Pick<Services, "db">, userId: string): Promise<void> {
  await db
    .updateTable("totp_secrets")
    .set((eb) => ({ last_step: eb("last_step", "-", 10) }))
    .where("user_id", "=", userId)
    .execute();
}

/** The cookie after a right password, which waits for its second step. */
export async function firstStep(
  server: TestServer,
  { email, password }: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await untilTaken(() =>
    server.post("/api/auth/sign-in/email", { email, password }, headers),
  );
  if (!answer.ok) throw new Error(`sign-in answered ${await answer.text()}`);
  return cookieOf(answer);
}
