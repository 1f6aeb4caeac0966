import { type Answer, chunksOf, type Signals } from "./call.ts";

/** The `data:` payloads of a server-sent event stream, in order; comments and other fields are passed over. */
export async function* serverEvents(
  answer: Answer,
  signals: Signals,
  limit: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  let data: string[] = [];
  for await (const chunk of chunksOf(answer, signals, limit)) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split(/\r\n|\n|\r/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      else if (line === "" && data.length > 0) {
        yield data.join("\n");
        data = [];
      }
    }
  }
  if (data.length > 0) yield data.join("\n");
}
