/**
 * The Images API as openai/openai-node 7.57.0 defines it: JSON and multipart requests (openai-request.ts), base64
 * responses with their usage, streams of partial pictures (`ImageGenStreamEvent`, `ImageEditStreamEvent`), typed
 * errors, and errors inside a stream, which its core/streaming.js reads from an event named "error" or from any event
 * with an `error`.
 */
import { redrawn } from "./masks.ts";
import {
  type Asked,
  fileBytes,
  gptImageModels,
  maskRefusalOf,
  problem,
  type Read,
  readAsked,
  refusalOf,
  retiredModel,
} from "./openai-request.ts";
import { type Exchange, type Fault, pngOf, type Provider, runProvider } from "./service.ts";

export type OpenAiProvider = Provider & {
  /** Sent as an event inside the stream, after the partial pictures; its name and its data. */
  streamError: { event?: string; data: unknown } | null;
};

const usage = {
  input_tokens: 50,
  input_tokens_details: { image_tokens: 40, text_tokens: 10 },
  output_tokens: 1056,
  total_tokens: 1106,
};

/** Status, body and headers of each fault that is a refusal. */
const refusals: Partial<Record<Fault, [number, unknown, Record<string, string>?]>> = {
  unauthorised: [
    401,
    problem("Incorrect API key provided: test-key.", "invalid_request_error", "invalid_api_key"),
  ],
  "rate-limited": [
    429,
    problem("Rate limit reached", "requests", "rate_limit_exceeded"),
    { "retry-after": "2" },
  ],
  quota: [
    429,
    problem("You exceeded your current quota", "insufficient_quota", "insufficient_quota"),
  ],
  "moderated-before": [
    400,
    problem(
      "Your request was rejected by the safety system. safety_violations=[violence].",
      "image_generation_user_error",
      "moderation_blocked",
    ),
  ],
};

const serverError = problem("The server had an error", "server_error", null);

function pourEndlessly({ res }: Exchange): void {
  res.writeHead(200, { "content-type": "application/json" });
  const chunk = Buffer.alloc(8 * 1024 * 1024, "a");
  const pour = () => {
    while (!res.destroyed && res.write(chunk));
    if (!res.destroyed) res.once("drain", pour);
  };
  res.write('{"data":[{"b64_json":"');
  pour();
}

const sideOf = (size: string) => (size === "auto" ? "1024x1024" : size).split("x").map(Number);

/** Where a mask is transparent, in a colour of its own. */
async function drawnFor({ images, mask }: Read, plain: Parameters<typeof pngOf>): Promise<Buffer> {
  if (mask === null) return pngOf(...plain);
  const [source, where] = [await fileBytes(images[0]), await fileBytes(mask)];
  return redrawn(source, where, "transparent", [200, 30, 160]);
}

async function answerStream(
  { res }: Exchange,
  { asked, edit }: { asked: Asked; edit: boolean },
  { png, fault, headers }: { png: Buffer; fault: Fault | null; headers: Record<string, string> },
  provider: OpenAiProvider,
): Promise<void> {
  const kind = edit ? "image_edit" : "image_generation";
  const { size, quality, outputFormat } = asked;
  const common = {
    background: "opaque",
    created_at: 1,
    output_format: outputFormat,
    quality,
    size,
  };
  res.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", ...headers });
  const send = (event: string, data: unknown) =>
    res.write(`${event && `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
  for (let index = 0; index < asked.partials; index += 1) {
    const b64_json = (await pngOf(64, 64, index)).toString("base64");
    const type = `${kind}.partial_image`;
    send(type, { type, b64_json, partial_image_index: index, ...common });
  }
  if (provider.streamError) {
    send(provider.streamError.event ?? "", provider.streamError.data);
    res.end();
    return;
  }
  if (fault === "cut") {
    res.write('event: image_generation.completed\ndata: {"type":"image_gen');
    setTimeout(() => res.socket?.destroy(), 20);
    return;
  }
  await provider.held;
  const type = `${kind}.completed`;
  send(type, { type, b64_json: png.toString("base64"), usage, ...common });
  res.end();
}

/** How a model words a prompt anew that supports "prompt revision". */
export const revised = (prompt: string) => `${prompt}, in soft light and fine detail`;

/**
 * Starts a double; its API key is `test-key`.
 * @param hasRetired as a compatible service that still has a model which OpenAI retired. `revised_prompt` is "for models
 * that support prompt revision. Not returned by GPT image models" (`Image` of resources/images.d.ts), so only that one sends it
 */
export async function runOpenAi(hasRetired = false): Promise<OpenAiProvider> {
  let pictures = 0;
  /** Whether the "second-fails" fault let this call pass; the next one fails. */
  let sparing = false;
  const answer = async (exchange: Exchange, fault: Fault | null): Promise<void> => {
    const { res, method, path } = exchange;
    const json: Exchange["json"] = (...said) => exchange.json(...said);
    if (method === "GET" && path === "/v1/models") {
      const ids = [...gptImageModels, ...(hasRetired ? [retiredModel] : [])];
      const data = ids.map((id) => ({ id, object: "model" }));
      return json(200, { object: "list", data });
    }
    if (path !== "/v1/images/generations" && path !== "/v1/images/edits") {
      const message = `Invalid URL (${method} ${path})`;
      return json(404, problem(message, "invalid_request_error", null));
    }
    const isKnown = exchange.headers.authorization === "Bearer test-key";
    const playing = isKnown ? fault : "unauthorised";
    const played = playing === null ? undefined : refusals[playing];
    if (played) return json(...played);
    const read = await readAsked(exchange);
    const refused = refusalOf(read, hasRetired) ?? (await maskRefusalOf(read));
    if (refused) return json(...refused);
    pictures += 1;
    sparing = fault === "second-fails" && !sparing;
    if (fault === "second-fails" && !sparing) return json(500, serverError);
    if (fault === "wrong-type") {
      res.writeHead(200, { "content-type": "text/html" }).end("<html>gateway</html>");
      return;
    }
    if (fault === "huge") return pourEndlessly(exchange);
    const headers = { "x-request-id": `req_${pictures}` };
    if (fault === "moderated-after") return json(200, { created: 1, data: [] }, headers);
    const { asked } = read;
    const [width, height] = sideOf(asked.size);
    const png =
      fault === "broken-picture"
        ? Buffer.from("iVBORw0KGgo=", "base64")
        : (provider.drawn ?? (await drawnFor(read, [width, height, pictures])));
    if (asked.stream) return answerStream(exchange, read, { png, fault, headers }, provider);
    if (fault === "cut") {
      res.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
      res.write('{"data":[');
      setTimeout(() => res.socket?.destroy(), 20);
      return;
    }
    const b64_json = png.toString("base64");
    if (asked.model === retiredModel) {
      // An address of another machine, good "for 60 minutes", unless bytes are asked for.
      const given =
        asked.responseFormat === "b64_json" ? { b64_json } : { url: "https://pictures.invalid/1" };
      const item = { ...given, revised_prompt: revised(asked.prompt) };
      return json(200, { created: 1, data: Array.from({ length: asked.n }, () => item) }, headers);
    }
    const data = Array.from({ length: asked.n }, () => ({ b64_json }));
    const { size, quality, outputFormat } = asked;
    json(200, { created: 1, data, size, quality, output_format: outputFormat, usage }, headers);
  };
  const provider: OpenAiProvider = Object.assign(await runProvider(answer), { streamError: null });
  return provider;
}
