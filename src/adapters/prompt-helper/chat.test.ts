import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runChat, type ChatProvider } from "#tests/providers/chat.ts";
import type { Fault } from "#tests/providers/service.ts";
import { createChatHelper } from "./chat.ts";
import { PromptHelperError, type PromptHelper, type PromptHelperErrorKind } from "./port.ts";

let provider: ChatProvider;
let helper: PromptHelper;
const patient = new AbortController().signal;
beforeAll(async () => {
  provider = await runChat();
});
beforeEach(() => {
  provider.fault = null;
  provider.newer = false;
  provider.seen.length = 0;
  helper = createChatHelper({
    baseUrl: `${provider.url}/v1`,
    model: "small",
    apiKey: "test-key",
    deadlineMs: 1000,
  });
});
afterAll(() => provider.close());

const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error: unknown) => (error instanceof PromptHelperError ? error.kind : String(error)),
  );

test("the instructions are the system message, the prompt is the user's, and the output is returned unchanged", async () => {
  expect(await helper.rewrite("Be brief.", "a lake", patient)).toBe("a lake at dawn");
  const body = JSON.parse(provider.seen[0].body.toString("utf8")) as object;
  expect(body).toEqual({
    model: "small",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "a lake" },
    ],
    max_tokens: 1500,
    stream: false,
  });
});

test("a model that needs the limit's other name gets it, then and from then on", async () => {
  provider.newer = true;
  expect(await helper.rewrite("", "a lake", patient)).toBe("a lake at dawn");
  expect(await helper.rewrite("", "a hill", patient)).toBe("a hill at dawn");
  expect(provider.seen).toHaveLength(3);
});

test("an output in parts becomes one text", async () => {
  const { says } = provider;
  provider.says = () => [
    { type: "text", text: "a " },
    { type: "text", text: "lake" },
  ];
  expect(await helper.rewrite("", "x", patient)).toBe("a lake");
  provider.says = says;
});

test.each<[Fault, PromptHelperErrorKind]>([
  ["rate-limited", "rate-limited"],
  ["quota", "quota"],
  ["unauthorised", "auth"],
  ["server-error", "down"],
  ["moderated-before", "declined"],
  ["moderated-after", "declined"],
  ["wrong-type", "bad-response"],
  ["garbage", "bad-response"],
  ["huge", "bad-response"],
  ["cut", "down"],
  ["down", "down"],
  ["hang", "timeout"],
])("%s becomes %s, and nothing is asked twice", async (fault, kind) => {
  provider.fault = fault;
  const asking = helper.rewrite("", "a lake", patient);
  expect(await kindOf(asking)).toBe(kind);
  expect(provider.seen).toHaveLength(1);
});

test("a service's retry delay is kept, its message and key are not", async () => {
  provider.fault = "rate-limited";
  await expect(helper.rewrite("", "a lake", patient)).rejects.toMatchObject({ retryAfterMs: 7000 });
  provider.fault = "unauthorised";
  await expect(helper.rewrite("", "a lake", patient)).rejects.toMatchObject({
    message: expect.not.stringContaining("test-key") as string,
  });
});

test("aborting ends the call", async () => {
  provider.fault = "hang";
  const stop = new AbortController();
  const asking = kindOf(helper.rewrite("", "a lake", stop.signal));
  stop.abort();
  expect(await asking).toBe("cancelled");
});

test("an unreachable service is reported as down", async () => {
  const elsewhere = createChatHelper({ baseUrl: "http://127.0.0.1:9", model: "small" });
  expect(await kindOf(elsewhere.rewrite("", "a lake", patient))).toBe("down");
});
