/** Mutations of real responses and frames, like those of a broken or hostile server; reproducible by seed. */

/** Random numbers from 0 to 1, reproducible by seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)];

const deep = "[".repeat(20_000) + "]".repeat(20_000);
/** JSON texts that replace a value of another type. */
const oddValues: readonly string[] = [
  "null",
  "true",
  "0",
  "-1",
  "1e308",
  "1e999",
  "0.1",
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"../../../etc/passwd"',
  '"http://127.0.0.1:1/x.png"',
  '"https://169.254.169.254/latest"',
  '"data:image/png;base64,AAAA"',
  `"${"A".repeat(5000)}"`,
  "[]",
  "{}",
  "[null]",
  '[[["x"]]]',
  '{"__proto__":{"kind":"x"}}',
  '{"length":1e9}',
  '{"toString":null,"valueOf":1}',
  deep,
  `[${"{},".repeat(2000)}{}]`,
];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A placeholder that no text contains, for a value that is replaced after serialisation. */
const mark = "\u0001odd\u0001";

/** Swaps, drops or duplicates one value somewhere in the tree. */
function mutateJson(random: Random, value: Json): Json {
  const isHere = random() < 0.25 || value === null || typeof value !== "object";
  if (isHere) return mark;
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.15) return [...value, ...value, mark];
    const at = Math.floor(random() * value.length);
    return value.map((each, index) => (index === at ? mutateJson(random, each) : each));
  }
  const keys = Object.keys(value);
  if (keys.length === 0) return { x: mark };
  const key = pick(random, keys);
  const way = random();
  if (way < 0.15) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  if (way < 0.25) return { ...value, error: mark };
  return { ...value, [key]: mutateJson(random, value[key]) };
}

function mutateBytes(random: Random, bytes: Buffer): Buffer {
  const way = random();
  if (way < 0.25) return bytes.subarray(0, Math.floor(random() * bytes.length));
  if (way < 0.4) return Buffer.concat([bytes, bytes]);
  if (way < 0.5) return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
  const changed = Buffer.from(bytes);
  for (let count = 0; count < 8 && changed.length > 0; count += 1) {
    changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256);
  }
  return changed;
}

const junk: readonly Buffer[] = [
  "",
  "null",
  "<html><body>502</body></html>",
  "{",
  deep,
  `{"error":${deep}}`,
  "data: {\n\n",
  `data: ${"a".repeat(50_000)}`,
  "\r\n\r\n\r",
].map((text) => Buffer.from(text));

/** Replaces this text or picture with another one. */
export function mutateBody(random: Random, body: Buffer): Buffer {
  if (random() < 0.12) return pick(random, junk);
  if (random() < 0.7) {
    try {
      const text = JSON.stringify(mutateJson(random, JSON.parse(body.toString("utf8")) as Json));
      return Buffer.from(text.replace(JSON.stringify(mark), () => pick(random, oddValues)));
    } catch {
      // Not JSON: bytes.
    }
  }
  return mutateBytes(random, body);
}

/** A frame with other content; `isBinary` may change too. */
export function mutateFrame(random: Random, frame: Buffer, isBinary: boolean) {
  const turns = random() < 0.1;
  return { frame: mutateBody(random, frame), isBinary: turns ? !isBinary : isBinary };
}

const statuses = [
  200, 200, 200, 201, 204, 301, 400, 401, 402, 404, 413, 422, 429, 500, 502, 503, 504, 599,
];

export function mutateStatus(random: Random, status: number): number {
  return random() < 0.25 ? pick(random, statuses) : status;
}

const oddHeaders: readonly (readonly [string, string])[] = [
  ["content-type", "text/event-stream"],
  ["content-type", "application/json; charset=utf-16"],
  ["content-type", ""],
  ["retry-after", "1e300"],
  ["retry-after", "-5"],
  ["retry-after", "soon"],
  ["retry-after-ms", "99999999999999"],
  ["location", "http://127.0.0.1:1/"],
  ["content-encoding", "gzip"],
  ["x-request-id", "x".repeat(5000)],
];

export function mutateHeaders(random: Random, headers: Record<string, string>) {
  if (random() > 0.15) return headers;
  const [name, value] = pick(random, oddHeaders);
  return { ...headers, [name]: value };
}

/** How a response is sent: whole, in small pieces, or truncated. */
export function pieces(random: Random, body: Buffer): { parts: Buffer[]; isCut: boolean } {
  const way = random();
  if (way < 0.6 || body.length < 2) return { parts: [body], isCut: way < 0.08 };
  const at = 1 + Math.floor(random() * (body.length - 1));
  return { parts: [body.subarray(0, at), body.subarray(at)], isCut: way > 0.95 };
}
