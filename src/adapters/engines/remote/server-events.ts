import { EngineError } from "../port.ts";
import { openByteStore } from "./byte-store.ts";
import { type EngineResponse, chunksOf, type Signals } from "./call.ts";

/** Most lines of one event; more are an error. */
const mostLines = 1000;
const longestName = 100;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

function tooLong(): EngineError {
  return new EngineError("bad-response", "The engine's answer is too large.", { billed: "maybe" });
}

/**
 * Splits bytes into lines that end in CRLF, LF or CR. Each byte is read once, whatever the chunks. Written
 * by hand: `eventsource-parser` rescans the rest of a chunk for each line once it contains a CR.
 * @throws EngineError for a line of more than `lineLimit` bytes
 */
function openLines(lineLimit: number) {
  const begun = openByteStore();
  /** The last byte was a CR: an LF that follows belongs to it. */
  let afterReturn = false;
  return function* take(piece: Buffer): Generator<string> {
    let from = afterReturn && piece[0] === lineFeed ? 1 : 0;
    if (piece.length > 0) afterReturn = false;
    let feed = piece.indexOf(lineFeed, from);
    let turn = piece.indexOf(carriageReturn, from);
    while (feed !== -1 || turn !== -1) {
      const end = turn === -1 || (feed !== -1 && feed < turn) ? feed : turn;
      begun.append(piece.subarray(from, end));
      if (begun.length > lineLimit) throw tooLong();
      yield begun.bytes().toString("utf8");
      begun.clear();
      from = end + 1;
      if (end === turn && piece[from] === lineFeed) from += 1;
      afterReturn = end === turn && from === piece.length && piece[from - 1] === carriageReturn;
      if (feed !== -1 && feed < from) feed = piece.indexOf(lineFeed, from);
      if (turn !== -1 && turn < from) turn = piece.indexOf(carriageReturn, from);
    }
    begun.append(piece.subarray(from));
    if (begun.length > lineLimit) throw tooLong();
  };
}

export type ServerEvent = { event: string; data: string };

/** The value of a line's field; null for a line of another field. */
function valueOf(field: string, line: string): string | null {
  if (!line.startsWith(`${field}:`)) return null;
  const start = field.length + 1;
  return line.slice(line.startsWith(" ", start) ? start + 1 : start);
}

/**
 * The events of a server-sent event stream, in order; comments and other fields are passed over. The blank line after
 * the last event may be missing.
 * @param limit bytes of the whole stream
 * @param lineLimit bytes of one line, and of one event
 * @throws EngineError
 */
export async function* serverEvents(
  answer: EngineResponse,
  signals: Signals,
  limit: number,
  lineLimit = limit,
): AsyncGenerator<ServerEvent> {
  const take = openLines(lineLimit);
  let event = "";
  let data: string[] = [];
  let length = 0;
  for await (const chunk of chunksOf(answer, signals, limit)) {
    for (const line of take(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))) {
      event = valueOf("event", line)?.slice(0, longestName) ?? event;
      const value = valueOf("data", line);
      if (value !== null) {
        data.push(value);
        length += value.length;
        if (data.length > mostLines || length > lineLimit) throw tooLong();
      } else if (line === "") {
        if (data.length > 0) yield { event, data: data.join("\n") };
        event = "";
        data = [];
        length = 0;
      }
    }
  }
  if (data.length > 0) yield { event, data: data.join("\n") };
}
