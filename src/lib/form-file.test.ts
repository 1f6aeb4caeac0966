import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundaryOf, fileOfForm } from "./form-file.ts";

/** The body of a form as a client sends it, and its type. */
async function sent(fields: [name: string, value: string | File][]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const request = new Request("http://localhost/", { method: "POST", body: form });
  const type = request.headers.get("content-type") ?? "";
  return { body: Buffer.from(await request.arrayBuffer()), boundary: boundaryOf(type) };
}

/** The file found, or the status of the error. */
function outcome(body: Buffer, boundary: string): Buffer | number {
  try {
    return fileOfForm(body, boundary);
  } catch (error) {
    return (error as { status: number }).status;
  }
}

const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 });
/** Bytes that look like the parts of a form. */
const formLike = fc
  .array(fc.constantFrom("\r\n", "--", "----", "\r", "\n", "-", "x", "boundary"), { minLength: 1 })
  .map((parts) => new Uint8Array(Buffer.from(parts.join(""))));

test("a file with any content and name is found complete, without a copy", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(bytes, formLike),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
      async (content, name) => {
        const { body, boundary } = await sent([
          ["file", new File([new Uint8Array(content)], name)],
        ]);
        const file = fileOfForm(body, boundary);
        expect(Buffer.compare(file, content)).toBe(0);
        expect(file.buffer).toBe(body.buffer);
      },
    ),
  );
});

test("a form that is cut anywhere is refused", async () => {
  const { body, boundary } = await sent([["file", new File(["hello there"], "a.png")]]);
  // The line break after the end may be missing.
  for (let length = 0; length < body.length - 2; length += 1) {
    expect(outcome(body.subarray(0, length), boundary)).toBe(400);
  }
  expect(outcome(body, boundary)).toEqual(Buffer.from("hello there"));
});

test("a form with another field, no file or an empty file is refused", async () => {
  const file = new File(["x"], "a.png");
  for (const fields of [
    [],
    [["picture", file]],
    [["file", "text"]],
    [["file", new File([], "a.png")]],
    [
      ["file", file],
      ["file", file],
    ],
    [
      ["more", "x"],
      ["file", file],
    ],
    // The field name appears only inside the file name.
    [["picture", new File(["x"], '"; name="file"; x="')]],
    [["picture", new File(["x"], "a; name=file")]],
  ] as [string, string | File][][]) {
    const { body, boundary } = await sent(fields);
    expect(outcome(body, boundary)).toBe(400);
  }
});

test.each([
  ["multipart/form-data; boundary=abc", "abc"],
  ['Multipart/Form-Data; charset=utf-8; Boundary="a b,c"', "a b,c"],
])("the boundary of %s is read", (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary);
});

test.each([
  ["multipart/form-data", "invalid-request"],
  ["multipart/form-data; boundary=", "invalid-request"],
  [`multipart/form-data; boundary=${"x".repeat(71)}`, "invalid-request"],
  ["multipart/mixed; boundary=x", "unsupported-media-type"],
  ["", "unsupported-media-type"],
])("the type %s is refused", (type, code) => {
  expect(() => boundaryOf(type)).toThrow(expect.objectContaining({ code }));
});

test("any body gives a file or an error", () => {
  const head = 'content-disposition: form-data; name="file"; filename="a"';
  const pieces = ["--b", "\r\n", "\r\n\r\n", "--", head, "content-disposition: x", "x", "\0", '"'];
  const body = fc.array(fc.constantFrom(...pieces)).map((parts) => Buffer.from(parts.join("")));
  fc.assert(
    fc.property(body, (given) => {
      const found = outcome(given, "b");
      expect(found === 400 || Buffer.isBuffer(found)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
