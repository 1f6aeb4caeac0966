import { expect, test } from "vitest";
import { mailOf } from "./mail-text.ts";
import { sendMail } from "./mail.ts";

test("both parts say the same; what people typed is text and nothing else", () => {
  const { text, html } = mailOf({
    to: "ada@example.org",
    subject: "Idea",
    paragraphs: ['Hello <script>alert("x")</script> & co,', "one\ntwo"],
    action: { label: "Open", url: "https://e.example/?a=1&b=2" },
    footnote: "Why this came",
  });
  expect(text).toBe(
    'Hello <script>alert("x")</script> & co,\n\none\ntwo\n\nOpen:\nhttps://e.example/?a=1&b=2\n\n-- \nWhy this came\n',
  );
  expect(html).toContain("Hello &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; co,");
  expect(html).toContain("one<br>\ntwo");
  expect(html).toContain('<a href="https://e.example/?a=1&amp;b=2">Open</a>');
  expect(html).not.toMatch(/<(?:script|img|link)/);
});

type Queued = { subject: string; to: string };
function aQueue() {
  const queued: Queued[] = [];
  const jobs = {
    enqueue: async (_db: unknown, _queue: string, payload: object) => {
      queued.push(payload as Queued);
    },
  };
  return { queued, services: { jobs } as never };
}
const mail = { to: "ada@example.org", subject: "Hello", text: "t", html: "h" };

test.each([
  "ada@example.org\r\nBcc: eve@example.org",
  "ada@example.org, eve@example.org",
  "Ada <ada@example.org>",
  "",
])("the recipient %j is refused before it is queued", async (to) => {
  const { queued, services } = aQueue();
  await expect(sendMail(services, {} as never, { ...mail, to })).rejects.toThrow(TypeError);
  await expect(sendMail(services, {} as never, { ...mail, replyTo: to })).rejects.toThrow(
    TypeError,
  );
  expect(queued).toEqual([]);
});

test("a subject becomes one line of at most 200 characters", async () => {
  const { queued, services } = aQueue();
  await sendMail(services, {} as never, { ...mail, subject: " a\r\nBcc: b\u2028c\u0000\u202ed " });
  await sendMail(services, {} as never, { ...mail, subject: "x".repeat(300) });
  expect(queued.map(({ subject }) => subject.length)).toEqual(["a Bcc: b c d".length, 200]);
  expect(queued[0]?.subject).toBe("a Bcc: b c d");
});
