import { expect, test } from "vitest";
import { EngineError } from "../port.ts";
import type { EngineResponse } from "./call.ts";
import { serverEvents } from "./server-events.ts";

const never = new AbortController().signal;
const signals = { cancelled: never, deadline: never };

function answerOf(pieces: readonly Uint8Array[]): EngineResponse {
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (next < pieces.length) controller.enqueue(pieces[next++]);
      else controller.close();
    },
  });
  return { status: 200, headers: new Headers(), body };
}

async function eventsOf(pieces: readonly Uint8Array[], lineLimit?: number) {
  const events: { event: string; data: string }[] = [];
  for await (const event of serverEvents(answerOf(pieces), signals, 64_000_000, lineLimit)) {
    events.push(event);
  }
  return events;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const cut = (text: string, length: number) => {
  const all = bytes(text);
  return Array.from({ length: Math.ceil(all.length / length) }, (_, at) =>
    all.subarray(at * length, (at + 1) * length),
  );
};

type Method = (this: { length: number }, ...args: unknown[]) => unknown;

/** Calls `note` for each call of a method, until the returned function is called. */
function watch(
  prototype: object,
  name: string,
  note: (self: { length: number }, args: unknown[], result: unknown) => void,
): () => void {
  const original = Reflect.get(prototype, name) as Method;
  const watched: Method = function (...args) {
    const result = Reflect.apply(original, this, args);
    note(this, args, result);
    return result;
  };
  Reflect.set(prototype, name, watched);
  return () => void Reflect.set(prototype, name, original);
}

/** Characters and bytes that searches, cuts and decoding look at while `work` runs. */
async function lookedAt(work: () => Promise<unknown>): Promise<number> {
  let looked = 0;
  const searched = (self: { length: number }, [, from]: unknown[], found: unknown) => {
    looked += (found === -1 ? self.length : Number(found)) - Number(from ?? 0);
  };
  const whole = (self: { length: number }) => {
    looked += self.length;
  };
  const ends = [
    watch(String.prototype, "split", whole),
    watch(String.prototype, "indexOf", searched),
    watch(Buffer.prototype, "indexOf", searched),
    watch(TextDecoder.prototype, "decode", (_self, _args, text) => {
      looked += String(text).length;
    }),
  ];
  await work();
  for (const end of ends) end();
  return looked;
}

test.each([
  ["one line in small pieces", `data: ${"a".repeat(2_000_000)}\n\n`, 2000],
  ["many short lines in one piece", "data: a\n\n".repeat(30_000), 65_536],
  ["line feeds before one carriage return", `${"\n".repeat(65_535)}\r`, 65_536],
  ["carriage returns before one line feed", `${"\r".repeat(65_535)}\n`, 65_536],
])("the work for %s is linear in its length", async (_name, text, pieceLength) => {
  const looked = await lookedAt(() => eventsOf(cut(text, pieceLength)));
  expect(looked).toBeGreaterThan(text.length / 2);
  expect(looked).toBeLessThan(text.length * 5);
});

test("a line longer than its limit ends the stream with bad-response", async () => {
  const endless = cut(`data: ${"a".repeat(100_000)}`, 1000);
  const error: unknown = await eventsOf(endless, 10_000).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(EngineError);
  expect(error).toMatchObject({ kind: "bad-response", billed: "maybe" });
});

test("an event of endlessly many lines ends the stream with bad-response", async () => {
  const error: unknown = await eventsOf(cut("data:\n".repeat(100_000), 60_000)).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ kind: "bad-response" });
});

test.each([1, 2, 3, 5, 1000])(
  "events are read alike however the stream is cut, every %i bytes",
  async (length) => {
    const text = [
      ": a comment\r\n",
      "event: first\r\ndata: één\r\n\r\n",
      "id: 7\ndata:two\ndata:  lines\n\n",
      "data: by carriage return\r\r",
      "\n\n",
      "event: error\ndata: \n\n",
      "data: the last",
      "\n",
    ].join("");
    expect(await eventsOf(cut(text, length))).toEqual([
      { event: "first", data: "één" },
      { event: "", data: "two\n lines" },
      { event: "", data: "by carriage return" },
      { event: "error", data: "" },
      { event: "", data: "the last" },
    ]);
  },
);
