import { PassThrough } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { readPassword, type Terminal } from "./password.ts";

/** A terminal or a pipe that records its output. */
function aTerminal(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => undefined });
  const output = new PassThrough();
  let shown = "";
  output.on("data", (chunk: Buffer) => (shown += chunk.toString()));
  const terminal: Terminal = { input, output };
  return { terminal, input, shown: () => shown };
}

/** Types keys one by one, as a person does. */
async function type(input: PassThrough, keys: string): Promise<void> {
  for (const key of keys) {
    input.write(key);
    await turn();
  }
}

test("a terminal prompts twice for a password and echoes none of it", async () => {
  const { terminal, input, shown } = aTerminal(true);
  const password = readPassword({}, terminal);
  await type(input, "a plain lamtern\u007F\u007F\u007F\u007F\u007Fntern 42 ü\r");
  await type(input, "a plain lantern 42 ü\r");
  expect(await password).toBe("a plain lantern 42 ü");
  expect(shown()).toBe("Password: \nThe same again: \n");
});

test("both lines may be pasted at once", async () => {
  const { terminal, input } = aTerminal(true);
  const password = readPassword({ "password-stdin": true }, terminal);
  input.write("a plain lantern 42\ra plain lantern 42\r");
  expect(await password).toBe("a plain lantern 42");
});

test.each([
  ["two different lines", "a plain lantern 42\ra plain lantern 43\r", /not the same/],
  ["Ctrl-C", "a plain\u0003", /No password was given/],
  ["Ctrl-D", "\u0004", /No password was given/],
])("%s at the terminal sets no password", async (_case, keys, message) => {
  const { terminal, input } = aTerminal(true);
  const answer = Promise.allSettled([readPassword({}, terminal)]);
  await type(input, keys);
  expect(await answer).toMatchObject([
    { status: "rejected", reason: { message: expect.stringMatching(message) } },
  ]);
});

test.each(["a plain lantern 42", "a plain lantern 42\n", "a plain lantern 42\r\n"])(
  "the password is piped in: %j",
  async (text) => {
    const { terminal, input, shown } = aTerminal(false);
    input.end(text);
    expect(await readPassword({ "password-stdin": true }, terminal)).toBe("a plain lantern 42");
    expect(shown()).toBe("");
  },
);

test.each([
  ["nothing", "", /is empty/],
  ["an empty line", "\n", /is empty/],
  ["two lines", "first\nsecond\n", /more than one line/],
  ["far too much", "x".repeat(5000), /too long/],
  ["no text", Buffer.from([0xff, 0xfe, 0x41]), /not valid UTF-8/],
])("%s on standard input is no password", async (_case, text, message) => {
  const { terminal, input } = aTerminal(false);
  input.end(text);
  await expect(readPassword({ "password-stdin": true }, terminal)).rejects.toThrow(message);
});

test("without a terminal --password-stdin is required, so that no command waits for ever", async () => {
  const { terminal } = aTerminal(false);
  await expect(readPassword({}, terminal)).rejects.toThrow(/--password-stdin/);
});

test("--password still works, with a warning that does not repeat it", async () => {
  const { terminal, shown } = aTerminal(false);
  expect(await readPassword({ password: "a plain lantern 42" }, terminal)).toBe(
    "a plain lantern 42",
  );
  expect(shown()).toMatch(/^warning: .*--password-stdin/);
  expect(shown()).not.toContain("lantern");
  const both = readPassword({ password: "x", "password-stdin": true }, terminal);
  await expect(both).rejects.toThrow(/exclude each other/);
});
