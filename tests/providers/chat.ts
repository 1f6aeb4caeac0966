/** Chat completions as published: messages in, one choice out, typed errors; the test decides what the model says. */
import { z } from "zod";
import { type Exchange, type Fault, type Provider, runProvider } from "./service.ts";

const asked = z.looseObject({
  model: z.string(),
  messages: z
    .array(z.strictObject({ role: z.enum(["system", "user"]), content: z.string() }))
    .min(1),
  max_tokens: z.int().optional(),
  max_completion_tokens: z.int().optional(),
});
type Asked = z.output<typeof asked>;

export type ChatProvider = Provider & {
  /** The model's reply to these messages. */
  says: (system: string, user: string) => unknown;
  /** Whether it is a model that only accepts `max_completion_tokens`. */
  newer: boolean;
};

const problem = (
  message: string,
  type: string,
  code: string | null,
  param: string | null = null,
) => ({
  error: { message, type, code, param },
});

/** Status, body and headers of each fault that is an HTTP response. */
const answers: Partial<Record<Fault, [number, unknown, Record<string, string>?]>> = {
  "rate-limited": [
    429,
    problem("Rate limit reached", "requests", "rate_limit_exceeded"),
    { "retry-after": "7" },
  ],
  quota: [429, problem("You exceeded your quota", "insufficient_quota", "insufficient_quota")],
  unauthorised: [
    401,
    problem("Incorrect API key: test-key", "invalid_request_error", "invalid_api_key"),
  ],
  "server-error": [500, problem("The server had an error", "server_error", null)],
  "moderated-before": [400, problem("Filtered", "invalid_request_error", "content_filter")],
};

const completion = (model: string, message: object, finish = "stop") => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model,
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: finish }],
  usage: { prompt_tokens: 100, completion_tokens: 40, total_tokens: 140 },
});

function unknownLimit({ newer }: ChatProvider, body: Asked) {
  const [known, unknown] = newer
    ? (["max_completion_tokens", "max_tokens"] as const)
    : (["max_tokens", "max_completion_tokens"] as const);
  if (body[unknown] === undefined) return null;
  const message = `Unsupported parameter: '${unknown}' is not supported with this model. Use '${known}' instead.`;
  return problem(message, "invalid_request_error", "unsupported_parameter", unknown);
}

async function answer(provider: ChatProvider, exchange: Exchange, fault: Fault | null) {
  const { res } = exchange;
  const json: Exchange["json"] = (...said) => exchange.json(...said);
  if (exchange.method !== "POST" || exchange.path !== "/v1/chat/completions") {
    return json(404, problem(`Invalid URL (${exchange.path})`, "invalid_request_error", null));
  }
  if (exchange.headers.authorization !== "Bearer test-key") {
    return json(401, problem("No key", "invalid_request_error", "invalid_api_key"));
  }
  const played = fault === null ? undefined : answers[fault];
  if (played) return json(...played);
  const body = asked.safeParse(JSON.parse(exchange.body.toString("utf8")));
  if (!body.success) return json(400, problem(body.error.message, "invalid_request_error", null));
  const refused = unknownLimit(provider, body.data);
  if (refused) return json(400, refused);
  if (fault === "wrong-type") {
    return res.writeHead(200, { "content-type": "text/html" }).end("<html>gateway</html>");
  }
  if (fault === "garbage") return json(200, { object: "chat.completion", choices: [] });
  if (fault === "moderated-after") {
    return json(200, completion(body.data.model, { content: null, refusal: "I cannot help" }));
  }
  if (fault === "huge") {
    res.writeHead(200, { "content-type": "application/json" });
    return res.write(`{"choices":[{"message":{"content":"${"a".repeat(2_000_000)}`);
  }
  if (fault === "cut") {
    res.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
    res.write('{"choices":[');
    return setTimeout(() => res.socket?.destroy(), 20);
  }
  await provider.held;
  const text = (role: string) => body.data.messages.find((one) => one.role === role)?.content ?? "";
  return json(
    200,
    completion(body.data.model, { content: provider.says(text("system"), text("user")) }),
  );
}

/** Starts a double; its API key is `test-key`. */
export async function runChat(): Promise<ChatProvider> {
  const provider = await runProvider(async (exchange, fault) => {
    await answer(chat, exchange, fault);
  });
  const chat: ChatProvider = Object.assign(provider, {
    newer: false,
    says: (_system: string, user: string) => `${user.replaceAll(/<\/?words>|\n/g, "")} at dawn`,
  });
  return chat;
}
