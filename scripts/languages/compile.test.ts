import { compileFunction } from "node:vm";
import { transformWithOxc } from "vite";
import { renderToStaticMarkup } from "react-dom/server";
import { createElement, Fragment, type FunctionComponent } from "react";
import { jsx, jsxs } from "react/jsx-runtime";
import { expect, test } from "vitest";
import { parseMessage } from "../../src/language/message-format.ts";
import { localizeCode } from "./localize.ts";
import { compileSource } from "./plugin.ts";
import type { Target } from "./texts.ts";

const german: Record<string, string> = {
  "Like {0}": "{0} gefällt mir",
  "{0} of {1}": "Von {1} sind es {0}, {0}",
  "{0, plural, one {# picture by {1}} other {# pictures by {1}}}":
    "{0, plural, one {# Bild von {1}} other {# Bilder von {1}}}",
  "Read the <0>terms</0> and {0}, <1>{1}</1>.": "<1>{1}</1>: {0} und die <0>Bedingungen</0>.",
  "the {0}": "`${0}\\",
};

const target = (texts: Record<string, string>, intl = "de"): Target => ({
  language: "de",
  intl,
  message: (key) => parseMessage(texts[key] ?? key),
  fact: (fact, english) => JSON.stringify(fact === "locale" ? intl || english : fact),
});
const english = target({}, "en");

const source = `
import { t, m, plural, T, locale } from "#app/language/message.ts";
let calls = 0;
const next = () => (calls += 1);
export const like = (title: string) => t\`Like \${title}\`;
export const twice = () => t\`\${next()} of \${10}\`;
export const count = (n: number, who: string) => plural(n, m\`# picture by \${who}\`, m\`# pictures by \${who}\`);
export const ten = plural(10, "# page", "# pages");
export const odd = t\`the \${"x"}\`;
export const nested = t\`Like \${t\`Like \${"a"}\`}\`;
export const tag = locale("en-GB");
export const Sentence = ({ name }: { name: string }) => (
  <p>
    <T>
      Read the <a href="/terms">terms</a> and {name}, <b title={t\`Like \${name}\`}>{name}</b>.
    </T>
  </p>
);
`;

type Made = {
  like(title: string): string;
  twice(): string;
  count(n: number, who: string): string;
  ten: string;
  odd: string;
  nested: string;
  tag: string;
  Sentence: FunctionComponent<{ name: string }>;
};

const plainOf = async (code: string) =>
  (await transformWithOxc(code, "a.tsx", { jsx: { runtime: "automatic" } })).code;

async function run(code: string): Promise<Made> {
  const body = (await plainOf(code))
    .replaceAll(/^import .*$/gm, "")
    .replaceAll(/export const (\w+)/g, "const $1 = made.$1");
  const made = {} as Made;
  compileFunction(body, ["made", "_jsx", "_jsxs", "_Fragment"])(made, jsx, jsxs, Fragment);
  return made;
}

async function built(to: Target): Promise<Made> {
  const marked = compileSource("a.tsx", source, null)!.toString();
  expect(marked).not.toContain("language/message.ts");
  return run(localizeCode("a.js", await plainOf(marked), to));
}

const developed = (to: Target) => run(compileSource("a.tsx", source, to)!.toString());

for (const [name, make] of [
  ["built", built],
  ["in development", developed],
] as const) {
  test(`code ${name} says its texts in its language`, async () => {
    const made = await make(target(german));
    expect(made.like("A")).toBe("A gefällt mir");
    expect(made.count(1, "Ann")).toBe("1 Bild von Ann");
    expect(made.count(1234, "Ann")).toBe("1.234 Bilder von Ann");
    expect(made.nested).toBe("a gefällt mir gefällt mir");
    expect(made.tag).toBe("de");
    expect(made.odd).toBe("`$x\\");
    expect(made.ten).toMatch(/^10 /);
  });

  test(`code ${name} computes a value once, however often a text has it`, async () => {
    expect((await make(target(german))).twice()).toBe("Von 10 sind es 1, 1");
  });

  test(`code ${name} puts the elements of a sentence where its language has them`, async () => {
    const page = async (to: Target) => {
      const { Sentence } = await make(to);
      return renderToStaticMarkup(createElement(Sentence, { name: "Ann" }));
    };
    expect(await page(target(german))).toBe(
      '<p><b title="Ann gefällt mir">Ann</b>: Ann und die <a href="/terms">Bedingungen</a>.</p>',
    );
    expect(await page(english)).toBe(
      '<p>Read the <a href="/terms">terms</a> and Ann, <b title="Like Ann">Ann</b>.</p>',
    );
  });
}

test("a message in English weighs what its text weighs", () => {
  const marked = compileSource(
    "a.ts",
    'import { t } from "#app/language/message.ts";\nf(t`Sign in`);',
    null,
  );
  expect(localizeCode("a.js", marked!.toString().trim(), english)).toBe(
    "/*@__PURE__*/f(`Sign in`);".replace("/*@__PURE__*/f(", "f(/*@__PURE__*/"),
  );
});

test("an entity in a sentence is the character that it stands for", () => {
  const code =
    'import { T } from "#app/language/message.ts";\nexport const a = <T>Plan &amp; <b>more&rsquo;s</b></T>;';
  expect(compileSource("a.tsx", code, english)!.toString()).toContain("Plan & ");
  expect(() => compileSource("a.tsx", code.replace("amp", "odd"), null)).toThrow(/&odd;/);
});

test("a message whose name was changed at its import is refused", () => {
  const code = 'import { t as say } from "#app/language/message.ts";\nsay`Sign in`;';
  expect(() => compileSource("a.ts", code, null)).toThrow(/renamed/);
});
