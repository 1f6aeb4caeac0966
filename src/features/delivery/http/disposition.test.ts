import * as fc from "fast-check";
import { expect, test } from "vitest";
import { attachment, fileStem } from "./disposition.ts";

test.each([
  ["misty-lake", 'attachment; filename="misty-lake.jpg"'],
  ["misty-lake.png", 'attachment; filename="misty-lake.jpg"'],
  [
    "Été à la mer",
    "attachment; filename=\"Ete a la mer.jpg\"; filename*=UTF-8''%C3%89t%C3%A9%20%C3%A0%20la%20mer.jpg",
  ],
  [
    "全家福",
    "attachment; filename=\"picture.jpg\"; filename*=UTF-8''%E5%85%A8%E5%AE%B6%E7%A6%8F.jpg",
  ],
  ["it's (a) test*", 'attachment; filename="it\'s (a) test.jpg"'],
  ["ü'()", "attachment; filename=\"u'().jpg\"; filename*=UTF-8''%C3%BC%27%28%29.jpg"],
  ['a"; filename=evil.exe; x="', 'attachment; filename="a filename=evil.exe x=.jpg"'],
  ["a\r\nSet-Cookie: x=1", 'attachment; filename="a Set-Cookie x=1.jpg"'],
  ["../../etc/passwd", 'attachment; filename="passwd.jpg"'],
  ["C:\\windows\\evil.exe", 'attachment; filename="evil.exe.jpg"'],
  ["...", 'attachment; filename="picture.jpg"'],
  ["", 'attachment; filename="picture.jpg"'],
  ["gpj.\u202Eexe", 'attachment; filename="gpj. exe.jpg"'],
])("IM-04 the download of %j is named harmlessly", (name, header) => {
  expect(attachment(name, "jpg")).toBe(header);
});

test("IM-04 any name gives a header that a client takes apart again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (name) => {
      const header = attachment(name, "webp");
      const form =
        /^attachment; filename="([\x20-\x21\x23-\x5B\x5D-\x7E]+\.webp)"(?:; filename\*=UTF-8''([A-Za-z0-9%.!#$&+^_`|~-]+))?$/;
      const [, plain, extended] = form.exec(header) ?? [];
      expect(plain).toBeDefined();
      const read = extended === undefined ? plain : decodeURIComponent(extended);
      expect(read).toBe(`${fileStem(name) || "picture"}.webp`);
      expect(read).not.toMatch(/[/\\\r\n"]/);
    }),
  );
});
