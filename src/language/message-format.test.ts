import { assert, constantFrom, oneof, property, string } from "fast-check";
import { expect, test } from "vitest";
import { plural, t, m } from "./message.ts";
import { formatMessage, keyOf, parseMessage, pluralKey, quoteMessage } from "./message-format.ts";
import { pseudo } from "./pseudo.ts";
import { speaking } from "./spoken.ts";

const say = (text: string, values: unknown[] = [], intl = "en") =>
  formatMessage(parseMessage(text), values, intl);

test("a message puts its values in their places, in any order", () => {
  expect(say("{1} of {0}", ["a", "b"])).toBe("b of a");
  expect(say("It's {0}%", [5])).toBe("It's 5%");
});

test("a plural takes the form of its language and prints the count as that language writes it", () => {
  const key = pluralKey("# picture", "# pictures");
  expect([0, 1, 2, 1234].map((count) => say(key, [count]))).toEqual([
    "0 pictures",
    "1 picture",
    "2 pictures",
    "1,234 pictures",
  ]);
  const arabic =
    "{0, plural, zero {لا صور} one {صورة} two {صورتان} few {# صور} many {# صورة} other {# صورة}}";
  expect([0, 1, 2, 3, 11, 1234].map((count) => say(arabic, [count], "ar-u-nu-latn"))).toEqual([
    "لا صور",
    "صورة",
    "صورتان",
    "3 صور",
    "11 صورة",
    "1,234 صورة",
  ]);
});

test("any text is a message that says just this text", () => {
  const marks = string({ unit: constantFrom("'", "{", "}", "<", ">", "#", "/", "1", "a") });
  assert(
    property(oneof(string(), marks), (text) => {
      expect(say(quoteMessage(text))).toBe(text);
    }),
    { numRuns: 1_000 },
  );
});

test("a faulty message is refused with its place", () => {
  for (const text of ["{", "{a}", "}", "{0, plural, one {x}}", "<0>x", "{0, plural, other {x}"]) {
    expect(() => parseMessage(text)).toThrow(/character \d+/);
  }
});

test("text on the server is in the language of its request, also while others are answered", async () => {
  const greet = async (name: string) => {
    await new Promise((resolve) => setImmediate(resolve));
    return t`Like ${name}`;
  };
  const [german, english, arabic] = await Promise.all([
    speaking("de", () => greet("A")),
    greet("B"),
    speaking("ar", () => greet("C")),
  ]);
  expect([german, english, arabic]).toEqual(["A gefällt mir", "Like B", "الإعجاب بالصورة C"]);
});

test("what is not translated is English", () => {
  const missing = speaking("de", () => t`No language file has this sentence`);
  expect(missing).toBe("No language file has this sentence");
  const counted = plural(2, m`${"A"} has # thing`, m`${"A"} has # things`);
  expect(counted).toBe("A has 2 things");
});

test("the pseudo-language keeps values and elements and changes every letter round them", () => {
  const said = formatMessage(pseudo(parseMessage("Hello {0}, read <0>this</0>")), ["Ann"], "en");
  expect(said).toMatch(/^\[.*Ann.*~+\]$/);
  expect(said.replace("Ann", "")).not.toMatch(/[a-zA-Z]/);
});

test("a key has numbers in the places of its values", () => {
  expect(keyOf(["a ", " b ", ""])).toBe("a {0} b {1}");
  expect(keyOf(["{x} ", ""])).toBe("'{'x'}' {0}");
});
