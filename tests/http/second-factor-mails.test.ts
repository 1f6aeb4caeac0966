import { afterAll, beforeAll, expect, test } from "vitest";
import { appCode } from "../harness/authenticator-app.ts";
import { aMember } from "../harness/factories.ts";
import { mailServer, type MailServer } from "../harness/mail-server.ts";
import { softPasskey } from "../harness/passkey.ts";
import { firstStep, postAs, turnOnFactor } from "../harness/second-factor.ts";
import { cookieOf, testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

const origin = "http://localhost:4848";
let smtp: MailServer;
let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
beforeAll(async () => {
  smtp = await mailServer();
  services = await testServices({
    env: { SMTP_URL: smtp.url, MAIL_FROM: "echoform@example.com", SERVER_URL: origin },
  });
  server = await testServer(services);
});
afterAll(async () => {
  await server.close();
  await services.close();
  await smtp.close();
});

async function signedIn(columns: { email_verified: boolean }): Promise<SignedUp> {
  const { id, email, password } = await aMember(services, { columns });
  const cookie = cookieOf(await server.post("/api/auth/sign-in/email", { email, password }));
  const fetch: SignedUp["fetch"] = (address, init = {}) =>
    server.fetch(address, { ...init, headers: { cookie } });
  return { userId: id, email, password, name: "Mira Holt", cookie, fetch };
}

const subjectTo = async (email: string) => (await smtp.next(email)).subject;

test("the member is told by mail of each change of second factors, and a reset leaves them on", async () => {
  const member = await signedIn({ email_verified: true });
  const { cookie, email, password } = member;
  const ada = await turnOnFactor(server, member);
  expect(await subjectTo(email)).toBe("Two-factor sign-in is on for Echoform");
  const passkey = softPasskey({ origin, rpId: "localhost" });
  const asked = await postAs(server, cookie, "/api/passkeys/options", { password });
  const response = passkey.create((await asked.json()) as { challenge: string });
  const added = await postAs(server, cookie, "/api/passkeys", { name: "Laptop", response });
  const { id } = (await added.json()) as { id: string };
  const mail = await smtp.next(email);
  expect(mail.subject).toBe("A passkey was added for Echoform");
  expect(mail.text).toContain("“Laptop”");
  await member.fetch(`/api/passkeys/${id}`, { method: "DELETE" });
  expect(await subjectTo(email)).toBe("A passkey was removed for Echoform");
  const waiting = await firstStep(server, ada);
  await postAs(server, waiting, "/api/two-factor/sign-in", { code: ada.recoveryCodes[0] });
  expect(await subjectTo(email)).toBe("A recovery code was used for Echoform");
  await postAs(server, cookie, "/api/two-factor/recovery-codes");
  expect(await subjectTo(email)).toBe("You have new recovery codes for Echoform");

  await server.post("/api/auth/request-password-reset", { email });
  const link = /^https?:\/\/\S+$/m.exec((await smtp.next(email)).text ?? "")?.[0] ?? "";
  const token = new URL(link).searchParams.get("token");
  const newPassword = "quiet-harbour-93";
  expect((await server.post("/api/auth/reset-password", { token, newPassword })).ok).toBe(true);
  expect(await subjectTo(email)).toBe("Your password for Echoform was changed");
  const again = await firstStep(server, { email, password: newPassword });
  expect((await server.fetch("/api/profile", { headers: { cookie: again } })).status).toBe(401);
  const code = { code: appCode(ada.secret) };
  const back = cookieOf(await postAs(server, again, "/api/two-factor/sign-in", code));
  await postAs(server, back, "/api/two-factor/off", { password: newPassword });
  expect(await subjectTo(email)).toBe("Two-factor sign-in is off for Echoform");
});

test("a passkey does not stand in for the confirmation of an address", async () => {
  const member = await signedIn({ email_verified: true });
  const { cookie, password, userId } = member;
  const passkey = softPasskey({ origin, rpId: "localhost" });
  const asked = await postAs(server, cookie, "/api/passkeys/options", { password });
  const response = passkey.create((await asked.json()) as { challenge: string });
  expect((await postAs(server, cookie, "/api/passkeys", { name: "Key", response })).status).toBe(
    201,
  );
  await services.db
    .updateTable("users")
    .set({ email_verified: false })
    .where("id", "=", userId)
    .execute();
  const options = await server.post("/api/passkeys/sign-in/options", {});
  const proof = passkey.get((await options.json()) as { challenge: string });
  const answer = await server.post("/api/passkeys/sign-in", { response: proof });
  expect(answer.status).toBe(403);
  expect(answer.headers.getSetCookie()).toEqual([]);
});
