import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailServer, type MailServer } from "#tests/harness/mail-server.ts";
import type { Mail } from "#app/lib/mail.ts";
import { openFolder } from "./folder.ts";
import { MailRefused, type Mailer } from "./port.ts";
import { openSmtp } from "./smtp.ts";

const from = { name: "Echoform, the studio", address: "no-reply@echoform.example" };
const link = `https://echoform.example/api/auth/verify-email?token=${"a1B2".repeat(60)}&x=%2F`;

function aMail(changes: Partial<Mail> = {}): Mail {
  return {
    id: "019aa6d2-7c1e-7000-8000-00003f2a9c01",
    writtenAt: "2026-11-21T10:15:30.250Z",
    to: "zoe@example.org",
    subject: "Confirm your address – Zoë 🎨",
    text: `Hello Zoë,\n\nconfirm it:\n${link}\n`,
    html: `<p>Hello Zoë,</p><p><a href="${link.replaceAll("&", "&amp;")}">Confirm</a></p>`,
    ...changes,
  };
}

let server: MailServer;
const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-mails-"));
beforeAll(async () => {
  server = await mailServer();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

type Kind = { kind: string; open: () => Mailer; last: () => Promise<string> };
const kinds: Kind[] = [
  {
    kind: "smtp",
    open: () => openSmtp(server.url, from),
    last: () => Promise.resolve(server.mails.at(-1)?.raw ?? ""),
  },
  {
    kind: "folder",
    open: () => openFolder(path.join(folder, "mail"), from),
    async last() {
      const names = (await readdir(path.join(folder, "mail"))).toSorted();
      return readFile(path.join(folder, "mail", names.at(-1) ?? ""), "utf8");
    },
  },
];

test.each(kinds)("$kind: a mail arrives with both parts, as it was written", async (kind) => {
  const mailer = kind.open();
  await mailer.deliver(aMail({ replyTo: "ada@example.org" }));
  const mail = await PostalMime.parse(await kind.last());
  expect(mail.from).toMatchObject(from);
  expect(mail.to).toMatchObject([{ address: "zoe@example.org" }]);
  expect(mail.replyTo).toMatchObject([{ address: "ada@example.org" }]);
  expect(mail.subject).toBe("Confirm your address – Zoë 🎨");
  expect(mail.messageId).toBe("<019aa6d2-7c1e-7000-8000-00003f2a9c01@echoform.example>");
  expect(new Date(mail.date ?? "").toISOString()).toBe("2026-11-21T10:15:30.000Z");
  expect(mail.text?.replaceAll("\r\n", "\n").trim()).toBe(aMail().text.trim());
  expect(mail.html).toContain(link.replaceAll("&", "&amp;"));
  await mailer.close();
});

test.each(kinds)("$kind: nothing in a field becomes a header or a recipient", async (kind) => {
  const mailer = kind.open();
  const evil = "x\r\nBcc: victim@example.org\r\n\r\nbody";
  await mailer.deliver(
    aMail({ subject: evil, writtenAt: "2026-11-21T11:00:00.000Z", id: "00000000-evil0001" }),
  );
  const mail = await PostalMime.parse(await kind.last());
  expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
  expect(mail.subject).toContain("Bcc: victim@example.org");
  expect(mail.to).toHaveLength(1);
  expect(server.mails.flatMap(({ recipients }) => recipients)).not.toContain("victim@example.org");
});

test.each([
  "zoe@example.org, victim@example.org",
  "<victim@example.org> zoe@example.org",
  '"victim@example.org x"@example.org',
])("smtp: %j is not taken apart into other recipients", async (to) => {
  const before = server.mails.length;
  const mailer = openSmtp(server.url, from);
  await mailer.deliver(aMail({ to })).catch(() => undefined);
  const reached = server.mails.slice(before).flatMap(({ recipients }) => recipients);
  expect(reached).not.toContain("victim@example.org");
  expect(reached).not.toContain("zoe@example.org");
});

test("smtp: the answer 550 is final, 450 is not", async () => {
  const strict = await mailServer({
    refuse: (to) => (to.startsWith("gone") ? 550 : to.startsWith("full") ? 450 : null),
  });
  const mailer = openSmtp(strict.url, from);
  await expect(mailer.deliver(aMail({ to: "gone@example.org" }))).rejects.toThrow(MailRefused);
  const later = mailer.deliver(aMail({ to: "full@example.org" }));
  await expect(later).rejects.not.toThrow(MailRefused);
  await expect(later).rejects.toThrow(/not here/);
  await strict.close();
});

test("smtp: a silent server times out, and may be tried again", async () => {
  const mute = await mailServer({ mute: true });
  const started = performance.now();
  const delivery = openSmtp(mute.url, from, 400).deliver(aMail());
  await expect(delivery).rejects.toThrow(/greeting|timeout/i);
  await expect(delivery).rejects.not.toThrow(MailRefused);
  // Without a time of our own it would be 30 s.
  expect(performance.now() - started).toBeLessThan(20_000);
  await mute.close();
});

test("smtp: an unreachable server does not refuse the mail", async () => {
  const gone = await mailServer();
  await gone.close();
  const delivery = openSmtp(gone.url, from).deliver(aMail());
  await expect(delivery).rejects.toMatchObject({ code: "ESOCKET" });
});

test("smtp: a password goes to this machine in the clear, to others only after TLS", async () => {
  const login = { user: "echoform", pass: "s3cret", overPlain: true };
  const guarded = await mailServer({ login });
  const address = new URL(guarded.url);
  [address.username, address.password] = ["echoform", "s3cret"];
  await openSmtp(address.href, from).deliver(aMail());
  expect(guarded.mails).toHaveLength(1);
  // The same machine by a name that does not say so, and a server without TLS.
  address.hostname = os.hostname();
  const refused = openSmtp(address.href, from).deliver(aMail());
  await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(/ETLS|ESOCKET|EDNS/) });
  expect(guarded.mails).toHaveLength(1);
  await guarded.close();
});

test("smtp: a wrong password is not the mail's fault", async () => {
  const login = { user: "echoform", pass: "s3cret", overPlain: true };
  const guarded = await mailServer({ login });
  const address = guarded.url.replace("//", "//echoform:wrong@");
  const delivery = openSmtp(address, from).deliver(aMail());
  await expect(delivery).rejects.toMatchObject({ code: "EAUTH" });
  expect(openSmtp(address, from).target).not.toContain("wrong");
  await guarded.close();
});

test("folder: a link is unbroken on its line, only the operator can read the file, a retry writes the same file", async () => {
  const own = path.join(folder, "own");
  const mailer = openFolder(own, from);
  await mailer.deliver(aMail());
  await mailer.deliver(aMail());
  const names = await readdir(own);
  expect(names).toEqual(["2026-11-21T10-15-30-250-confirm-your-address-zoe-3f2a9c01.eml"]);
  const text = await readFile(path.join(own, names[0] ?? ""), "utf8");
  expect(text.split("\r\n")).toContain(link);
  expect((await stat(path.join(own, names[0] ?? ""))).mode & 0o777).toBe(0o600);
  expect((await stat(own)).mode & 0o777).toBe(0o700);
});
