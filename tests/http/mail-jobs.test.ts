import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { sendMail } from "#app/lib/mail.ts";
import { mailOf } from "#app/lib/mail-text.ts";
import { mailServer } from "../harness/mail-server.ts";
import { until } from "../harness/patience.ts";
import { testServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

const mailTo = (to: string) =>
  mailOf({ to, subject: "Hello", paragraphs: ["A mail of the tests."] });

async function jobsLeft(pool: { query(text: string): Promise<{ rows: unknown[] }> }) {
  return (await pool.query("select state from pgboss.job where name = 'mail'")).rows;
}

test("AU-04 AU-06 without a mail server a sign-up opens a session at once, and mails are files for the operator", async () => {
  const services = await testServices();
  const server = await testServer(services);
  const ada = await server.signUp("Ada");
  expect((await ada.fetch("/api/profile")).status).toBe(200);
  const asked = await server.post("/api/auth/request-password-reset", { email: ada.email });
  expect(asked.status).toBe(200);
  const folder = path.join(services.env.DATA_DIR, "mail");
  const names = () => readdir(folder).catch((): string[] => []);
  const isWhole = (name: string) => /set-a-new-password-for-echoform-[\w-]+\.eml$/.test(name);
  const [name] = await until("the mail to be written", names, ([first = ""]) => isWhole(first));
  const mail = await PostalMime.parse(await readFile(path.join(folder, name)));
  expect(mail.to).toMatchObject([{ address: ada.email }]);
  const token = /\/reset-password\?token=([\w-]+)/.exec(mail.text ?? "")?.[1];
  const newPassword = "quiet-harbour-93";
  const reset = await server.post("/api/auth/reset-password", { token, newPassword });
  expect(reset.status).toBe(200);
  expect((await ada.fetch("/api/profile")).status).toBe(401);
  await server.close();
  await services.close();
});

test("a permanently rejected mail is dropped at once, the others are sent, and nothing stays in the queue", async () => {
  const smtp = await mailServer({ refuse: (to) => (to.startsWith("gone") ? 550 : null) });
  const services = await testServices({ env: { SMTP_URL: smtp.url, MAIL_FROM: "a@example.com" } });
  const server = await testServer(services, { roles: ["worker"] });
  for (const to of ["gone@example.org", "ada@example.org"]) {
    await sendMail(services, services.db, mailTo(to));
  }
  await smtp.next("ada@example.org");
  await expect.poll(() => jobsLeft(services.pool)).toEqual([]);
  expect(smtp.mails).toHaveLength(1);
  await server.close();
  await services.close();
  await smtp.close();
});

test("a mail that temporarily fails waits for the next try, with the same Message-ID", async () => {
  let isFull = true;
  const smtp = await mailServer({ refuse: () => (isFull ? 450 : null) });
  const services = await testServices({ env: { SMTP_URL: smtp.url, MAIL_FROM: "a@example.com" } });
  const server = await testServer(services, { roles: ["worker"] });
  await sendMail(services, services.db, mailTo("ada@example.org"));
  await expect.poll(() => jobsLeft(services.pool)).toEqual([{ state: "retry" }]);
  const { rows } = await services.pool.query(
    "select data->>'id' as id from pgboss.job where name = 'mail'",
  );
  isFull = false;
  await services.pool.query("update pgboss.job set start_after = now() where name = 'mail'");
  const mail = await smtp.next("ada@example.org");
  expect(mail.messageId).toBe(`<${rows[0].id}@example.com>`);
  await server.close();
  await services.close();
  await smtp.close();
});

test("a process that only serves pages leaves mails to a worker", async () => {
  const services = await testServices();
  const web = await testServer(services, { roles: ["web"] });
  await sendMail(services, services.db, mailTo("ada@example.org"));
  expect(await jobsLeft(services.pool)).toEqual([{ state: "created" }]);
  const worker = await testServer(services, { roles: ["worker"] });
  await expect.poll(() => jobsLeft(services.pool)).toEqual([]);
  await worker.close();
  await web.close();
  await services.close();
});
