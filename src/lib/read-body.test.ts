import { expect, test } from "vitest";
import { readForm, readFormData } from "./read-body.ts";

const urlencoded = "application/x-www-form-urlencoded";
const sent = (body: string | Buffer<ArrayBuffer>, type = urlencoded) =>
  new Request("http://localhost/", { method: "POST", headers: { "content-type": type }, body });
const inParts = (value: Buffer) =>
  sent(
    Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'),
      value,
      Buffer.from("\r\n--x--\r\n"),
    ]),
    "multipart/form-data; boundary=x",
  );

test.each([
  ["half a character", "a=%ED%A0%80"],
  ["a byte that is no UTF-8", "a=x%ffy"],
  ["a character that is cut", "a=%F0%9F%A7"],
  ["such a byte in a name", "%ff=x"],
  ["such a byte without an escape", Buffer.from([0x61, 0x3d, 0xff])],
])("a form with %s is refused", async (_what, body) => {
  const refusal = { info: { detail: "The body is not valid UTF-8" } };
  await expect(readForm(sent(body), 100)).rejects.toMatchObject(refusal);
  await expect(readFormData(sent(body))).rejects.toMatchObject(refusal);
});

test("a part with text that is no UTF-8 is refused", async () => {
  const refusal = { info: { detail: "The body is not valid UTF-8" } };
  for (const bytes of [[0xed, 0xa0, 0x80], [0xff], [0xf0, 0x9f, 0xa7]]) {
    await expect(readFormData(inParts(Buffer.from(bytes)))).rejects.toMatchObject(refusal);
  }
});

test.each(["", "100 % of it, 50%zz", "a \ufffd that was typed", "🧨 and e\u0301 = &", "a\0b"])(
  "%j is read as it was sent, in each way",
  async (text) => {
    const body = new URLSearchParams({ a: text }).toString();
    expect(await readForm(sent(body), 100)).toEqual({ a: text });
    expect((await readFormData(sent(body))).get("a")).toBe(text);
    expect((await readFormData(inParts(Buffer.from(text)))).get("a")).toBe(text);
  },
);

test("a file in a form need not be text", async () => {
  const form = new FormData();
  form.set("a", "x");
  form.set("file", new Blob([Buffer.from([0xff, 0xd8])]), "a.jpg");
  const read = await readFormData(new Request("http://localhost/", { method: "POST", body: form }));
  expect([read.get("a"), (read.get("file") as File).size]).toEqual(["x", 2]);
});
