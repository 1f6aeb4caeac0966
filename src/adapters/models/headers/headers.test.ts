import { expect, test } from "vitest";
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  nat,
  oneof,
  option,
  record,
  uint8Array,
} from "fast-check";
import {
  ggufOf,
  hostileFiles,
  safetensorsOf,
  soundSafetensors,
} from "#tests/fixtures/model-files.ts";
import { beginsAsModel, checkHeader, firstBytes } from "./check.ts";
import { readBudget } from "./gguf.ts";
import { longestHeader } from "./safetensors.ts";
import { HeaderFault } from "./source.ts";

type Outcome = { fault: string | null; read: number; largest: number };

/** Checks bytes as a file, and counts what was read of them. */
async function check(bytes: Uint8Array): Promise<Outcome> {
  const outcome: Outcome = { fault: null, read: 0, largest: 0 };
  try {
    await checkHeader({
      size: bytes.length,
      async read(offset, length) {
        const piece = bytes.slice(offset, offset + length);
        outcome.read += piece.length;
        outcome.largest = Math.max(outcome.largest, length);
        return piece;
      },
    });
  } catch (error) {
    if (!(error instanceof HeaderFault)) throw error;
    outcome.fault = error.message;
  }
  return outcome;
}

/** Reads of a check are bounded whatever the file claims; what is parsed is bounded with them. */
function expectBounded({ read, largest }: Outcome): void {
  expect(largest).toBeLessThanOrEqual(longestHeader);
  expect(read).toBeLessThanOrEqual(readBudget + longestHeader);
}

test.each([
  ["safetensors", soundSafetensors()],
  ["safetensors with much data", soundSafetensors(1_000_000)],
  [
    "safetensors with empty tensors",
    safetensorsOf(
      '{"a":{"dtype":"F16","shape":[0],"data_offsets":[0,0]},"b":{"dtype":"I64","shape":[],"data_offsets":[0,8]}}',
      8,
    ),
  ],
  ["GGUF 3", ggufOf()],
  ["GGUF 2", ggufOf({ version: 2 })],
  ["GGUF without keys", ggufOf({ keys: [], alignment: 32 })],
])("%s is accepted", async (_name, bytes) => {
  const outcome = await check(bytes);
  expect(outcome.fault).toBeNull();
  expectBounded(outcome);
  expect(beginsAsModel(bytes.subarray(0, firstBytes))).toBe(true);
});

test.each(hostileFiles)("%s is refused", async (_name, make) => {
  const outcome = await check(make());
  expect(outcome.fault).toMatch(/^[^\n]{10,200}$/);
  expectBounded(outcome);
});

test("a sound file cut at any byte is refused", async () => {
  // What fills a GGUF file up behind its last tensor may be missing.
  for (const whole of [soundSafetensors(), ggufOf({ dataBytes: 136 })]) {
    const accepted: number[] = [];
    for (let length = 0; length < whole.length; length += 1) {
      if ((await check(whole.subarray(0, length))).fault === null) accepted.push(length);
    }
    expect(accepted).toEqual([]);
  }
});

/** What a plain reader makes of a safetensors file that was accepted: every tensor has its own bytes, and all bytes have a tensor. */
function tensorsCoverFile(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = 8 + Number(view.getBigUint64(0, true));
  const header = JSON.parse(Buffer.from(bytes.subarray(8, end)).toString("utf8")) as Record<
    string,
    { data_offsets: [number, number] }
  >;
  const owners = new Uint8Array(bytes.length - end);
  for (const [name, value] of Object.entries(header)) {
    if (name === "__metadata__") continue;
    for (let at = value.data_offsets[0]; at < value.data_offsets[1]; at += 1) owners[at] += 1;
  }
  return owners.every((count) => count === 1);
}

const change = record({
  at: nat(),
  // Single bits, and the numbers at which sizes go wrong.
  value: oneof(nat(255), constantFrom(0, 0x22, 0x2c, 0x5b, 0x7b, 0x7f, 0x80, 0xff)),
});

test.each([
  ["safetensors", soundSafetensors(), 600],
  ["GGUF", ggufOf(), 400],
])(
  "5,000 changed headers of %s are refused or still sound, within bounds",
  async (name, sound, headerBytes) => {
    const outcomes = { refused: 0, sound: 0 };
    const unsound: string[] = [];
    await assert(
      asyncProperty(
        array(change, { minLength: 1, maxLength: 12 }),
        option(nat(200), { freq: 4 }),
        async (changes, dropped) => {
          const bytes = Buffer.from(sound);
          for (const { at, value } of changes) {
            bytes[at % Math.min(headerBytes, bytes.length)] = value;
          }
          const file = bytes.subarray(0, bytes.length - (dropped ?? 0));
          const outcome = await check(file);
          expectBounded(outcome);
          outcomes[outcome.fault === null ? "sound" : "refused"] += 1;
          if (outcome.fault === null && name === "safetensors" && !tensorsCoverFile(file)) {
            unsound.push(file.toString("base64"));
          }
        },
      ),
      { numRuns: 5_000 },
    );
    expect(unsound).toEqual([]);
    // Both happen: bytes of names and of padding may change, lengths and places may not.
    expect(outcomes.refused).toBeGreaterThan(1_000);
    expect(outcomes.sound).toBeGreaterThan(0);
  },
);

test("2,000 files of chance, with and without a magic, are refused within bounds", async () => {
  const starts = [
    Buffer.alloc(0),
    Buffer.from("GGUF\u0003\0\0\0"),
    Buffer.from("\u0040\0\0\0\0\0\0\0{"),
  ];
  await assert(
    asyncProperty(constantFrom(...starts), uint8Array({ maxLength: 400 }), async (start, rest) => {
      const outcome = await check(Buffer.concat([start, rest]));
      expect(outcome.fault).not.toBeNull();
      expectBounded(outcome);
    }),
    { numRuns: 2_000 },
  );
});
