/** The Images API as published: JSON and multipart requests, base64 answers, streams of partial pictures, typed errors. */
import { type Exchange, type Fault, pngOf, type Provider, runProvider } from "./service.ts";

type Asked = {
  model: string;
  prompt: string;
  size: string;
  n: number;
  stream: boolean;
  partials: number;
  responseFormat: string;
};

async function askedOf({
  body,
  headers,
}: Exchange): Promise<{ asked: Asked; edit: boolean; images: number }> {
  const type = headers["content-type"] ?? "";
  if (type.startsWith("application/json")) {
    const json = JSON.parse(body.toString("utf8")) as Record<string, unknown>;
    return { asked: readFields((key) => json[key]), edit: false, images: 0 };
  }
  const form = await new Response(Uint8Array.from(body), {
    headers: { "content-type": type },
  }).formData();
  const images = form.getAll("image").length + form.getAll("image[]").length;
  return { asked: readFields((key) => form.get(key)), edit: true, images };
}

function readFields(get: (key: string) => unknown): Asked {
  const text = (key: string) => (typeof get(key) === "string" ? (get(key) as string) : "");
  return {
    model: text("model"),
    prompt: text("prompt"),
    size: text("size") || "1024x1024",
    n: Number(get("n") ?? 1),
    stream: get("stream") === true || get("stream") === "true",
    partials: Number(get("partial_images") ?? 0),
    responseFormat: text("response_format"),
  };
}

const problem = (
  message: string,
  type: string,
  code: string | null,
  param: string | null = null,
) => ({
  error: { message, type, code, param },
});

function refuses(exchange: Exchange, fault: Fault | null): boolean {
  if (exchange.headers.authorization !== "Bearer test-key" || fault === "unauthorised") {
    exchange.json(
      401,
      problem("Incorrect API key provided: test-key.", "invalid_request_error", "invalid_api_key"),
    );
  } else if (fault === "rate-limited") {
    exchange.json(429, problem("Rate limit reached", "requests", "rate_limit_exceeded"), {
      "retry-after": "2",
    });
  } else if (fault === "quota") {
    exchange.json(
      429,
      problem("You exceeded your current quota", "insufficient_quota", "insufficient_quota"),
    );
  } else if (fault === "moderated-before") {
    exchange.json(
      400,
      problem(
        "Your request was rejected by the safety system. safety_violations=[violence].",
        "image_generation_user_error",
        "moderation_blocked",
      ),
    );
  } else return false;
  return true;
}

/** Starts one; authorised by the key `test-key`. */
export async function runOpenAi(): Promise<Provider> {
  let pictures = 0;
  /** Whether the "second-fails" fault let this call through; the next one fails. */
  let sparing = false;
  const provider = await runProvider(async (exchange, fault) => {
    const { res } = exchange;
    if (exchange.method === "GET" && exchange.path === "/v1/models") {
      exchange.json(200, { object: "list", data: [{ id: "gpt-image-1", object: "model" }] });
      return;
    }
    if (exchange.method === "GET" && exchange.path.startsWith("/files/")) {
      res.writeHead(200, { "content-type": "image/png" }).end(await pngOf(1024, 1024, pictures));
      return;
    }
    const known =
      exchange.path === "/v1/images/generations" || exchange.path === "/v1/images/edits";
    if (!known) {
      exchange.json(
        404,
        problem(`Invalid URL (POST ${exchange.path})`, "invalid_request_error", null),
      );
      return;
    }
    if (refuses(exchange, fault)) return;
    const { asked, edit, images } = await askedOf(exchange);
    if (asked.prompt === "") {
      exchange.json(
        400,
        problem(
          "Missing required parameter: 'prompt'.",
          "invalid_request_error",
          "missing_required_parameter",
          "prompt",
        ),
      );
      return;
    }
    if (edit && images === 0) {
      exchange.json(
        400,
        problem(
          "Missing required parameter: 'image'.",
          "invalid_request_error",
          "missing_required_parameter",
          "image",
        ),
      );
      return;
    }
    const gptImage = asked.model.startsWith("gpt-image");
    if (gptImage && asked.responseFormat !== "") {
      exchange.json(
        400,
        problem(
          "Unknown parameter: 'response_format'.",
          "invalid_request_error",
          "unknown_parameter",
          "response_format",
        ),
      );
      return;
    }
    pictures += 1;
    sparing = fault === "second-fails" && !sparing;
    if (fault === "second-fails" && !sparing) {
      exchange.json(500, problem("The server had an error", "server_error", null));
      return;
    }
    if (fault === "wrong-type") {
      res.writeHead(200, { "content-type": "text/html" }).end("<html>gateway</html>");
      return;
    }
    if (fault === "huge") {
      res.writeHead(200, { "content-type": "application/json" });
      const chunk = Buffer.alloc(8 * 1024 * 1024, "a");
      const pour = () => {
        while (!res.destroyed && res.write(chunk));
        if (!res.destroyed) res.once("drain", pour);
      };
      res.write('{"data":[{"b64_json":"');
      pour();
      return;
    }
    const headers = { "x-request-id": `req_${pictures}` };
    if (fault === "moderated-after") {
      exchange.json(200, { created: 1, data: [] }, headers);
      return;
    }
    const [width, height] = asked.size.split("x").map(Number);
    const png =
      fault === "broken-picture"
        ? Buffer.from("iVBORw0KGgo=", "base64")
        : await pngOf(width, height, pictures);
    if (asked.stream && gptImage) {
      const kind = edit ? "image_edit" : "image_generation";
      res.writeHead(200, { "content-type": "text/event-stream", ...headers });
      const send = (event: Record<string, unknown>) =>
        res.write(`event: ${String(event["type"])}\ndata: ${JSON.stringify(event)}\n\n`);
      for (let index = 0; index < asked.partials; index += 1) {
        send({
          type: `${kind}.partial_image`,
          partial_image_index: index,
          b64_json: (await pngOf(64, 64, index)).toString("base64"),
        });
      }
      if (fault === "cut") {
        res.write('event: image_generation.completed\ndata: {"type":"image_gen');
        setTimeout(() => res.socket?.destroy(), 20);
        return;
      }
      await provider.held;
      send({
        type: `${kind}.completed`,
        b64_json: png.toString("base64"),
        usage: { total_tokens: 10 },
      });
      res.end();
      return;
    }
    if (fault === "cut") {
      res.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
      res.write('{"data":[');
      setTimeout(() => res.socket?.destroy(), 20);
      return;
    }
    const inline = gptImage || asked.responseFormat === "b64_json";
    const data = Array.from({ length: asked.n }, () =>
      inline
        ? { b64_json: png.toString("base64") }
        : { url: `${provider.url}/files/${pictures}.png` },
    );
    exchange.json(200, { created: 1, data, size: asked.size }, headers);
  });
  return provider;
}
