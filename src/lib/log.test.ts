import { expect, test } from "vitest";
import { openLog } from "./log.ts";

function openTestLog() {
  const lines: string[] = [];
  const log = openLog("info", {}, { write: (line) => lines.push(line) });
  return { log, lines, read: () => JSON.parse(lines.at(-1) ?? "") as Record<string, unknown> };
}

test("a log line is one line of JSON with level and UTC time, whatever is in it", () => {
  const { log, lines, read } = openTestLog();
  const hostile = 'a\r\n{"level":"info","msg":"forged"}\u001b[2J\u2028\u0000';
  log.warn({ reason: hostile, err: new Error(hostile) }, hostile);
  expect(lines).toHaveLength(1);
  const [line = ""] = lines;
  expect(line.trimEnd()).not.toMatch(/\p{Cc}/u);
  expect(read()).toMatchObject({ level: "warn", reason: hostile, msg: hostile });
  expect(read()["time"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test("passwords, tokens, cookies and addresses are cut out of log lines by their names", () => {
  const { log, lines } = openTestLog();
  const secret = "swordfish-93";
  for (const name of ["password", "token", "secret", "cookie", "authorization", "email"]) {
    log.info({ [name]: secret, about: { [name]: secret, deeper: { [name]: secret } } }, "a line");
  }
  expect(lines).toHaveLength(6);
  expect(lines.join("")).not.toContain(secret);
});

test("a logged error has its kind, code and stack, and not the data that it was about", () => {
  const { log, lines, read } = openTestLog();
  const error = Object.assign(new Error('duplicate key for "mira.lee+x@mail.example.org"'), {
    code: "23505",
    detail: "Failing row contains (7, swordfish-93).",
    where: "swordfish-93",
    parameters: ["swordfish-93"],
    rejected: ["mira@example.org"],
    response: "550 <mira@example.org> is unknown",
    envelope: { to: ["mira@example.org"] },
  });
  log.error({ err: error }, "it failed");
  expect(lines.join("")).not.toMatch(/swordfish|mira/);
  expect(read()["err"]).toMatchObject({
    type: "Error",
    code: "23505",
    message: 'duplicate key for "[address]"',
    stack: expect.stringContaining("log.test.ts") as string,
  });
});

test("paths of packages in a stack are not taken for addresses", () => {
  const { log, read } = openTestLog();
  const error = new Error("no");
  error.stack = "Error: no\n    at run (file:///srv/node_modules/@hono/node-server/index.mjs:3:1)";
  log.error({ err: error }, "it failed");
  expect(read()["err"]).toMatchObject({ stack: error.stack });
});
