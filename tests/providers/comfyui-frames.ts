/** Frames that a ComfyUI server, an extension of it or a hostile server may send, unrelated to a prompt. */
const deep = "[".repeat(100_000) + "]".repeat(100_000);

/** Texts that are not events, or events of another shape than the server's. */
export const oddTexts: readonly string[] = [
  "null",
  "0",
  '"x"',
  "[]",
  "{}",
  "",
  "{",
  '{"type":"executing"}',
  '{"type":"executing","data":null}',
  '{"type":"executing","data":[]}',
  // As the server sends it to a client that reconnects while its prompt runs: without the prompt's id.
  '{"type":"executing","data":{"node":"sampler"}}',
  '{"type":"status","data":null}',
  '{"type":"crystools.monitor","data":{"cpu_utilization":12}}',
  '{"type":"logs","data":{"entries":[]}}',
  '{"type":null,"data":{"prompt_id":"p"}}',
  '{"type":"progress","data":{"prompt_id":"p","value":{},"max":[[[]]]}}',
  '{"type":"execution_cached","data":{"prompt_id":"p","nodes":{"length":1e9}}}',
  `{"type":"progress","data":{"prompt_id":"p","value":${deep}}}`,
  deep,
];

const word = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

/** Binary events of protocol.py: 1 preview, 2 unencoded preview, 3 text, 4 preview with metadata. */
export const previewFrame = (image: Buffer) => Buffer.concat([word(1), word(2), image]);

export function previewWithMetadata(image: Buffer, metadata: object): Buffer {
  const said = Buffer.from(JSON.stringify({ ...metadata, image_type: "image/png" }));
  return Buffer.concat([word(4), word(said.length), said, image]);
}

/** Binary frames that are truncated, of another event, or without the metadata they announce. */
export const oddBytes: readonly Buffer[] = [
  Buffer.alloc(0),
  Buffer.alloc(7, 1),
  Buffer.concat([word(1), word(2), Buffer.from("<html>")]),
  Buffer.concat([word(2), word(1), jpegStart]),
  Buffer.concat([word(3), word(1), Buffer.from("4progress text of a node")]),
  Buffer.concat([word(99), word(1), jpegStart]),
  ...[0, 1, 0x7fffffff, 0xffffffff].map((length) => Buffer.concat([word(4), word(length)])),
  ...["null", "0", "[]", "{", "{}", deep].map((said) =>
    Buffer.concat([word(4), word(said.length), Buffer.from(said), jpegStart]),
  ),
];
