/** Reads texts: the Universal Sentence Encoder (lite), English. Unlike the others it does not yield: searches wait for it. */
import { gunzipSync } from "node:zlib";
import { Tensor } from "onnxruntime-node";
import { servePool } from "@echoform/worker-pool/worker";
import type { EmbeddingJob, EmbeddingResult } from "./messages.ts";
import { openNetwork, readNetwork } from "./networks.ts";
import { createTokenizer, type Piece } from "./tokens.ts";

/** Later words hardly move the vector, and the time grows faster than the text. */
const LONGEST = 1_000;
/** As many pieces of a text as the network was taught on. */
const MOST_TOKENS = 128;
/** Texts without any of these are all the same to the model. */
const READABLE = /[\p{Script=Latin}\p{Number}]/u;

async function openTokenizer() {
  const vocabulary = gunzipSync(await readNetwork("embedding-vocabulary.json.gz")).toString();
  return createTokenizer(JSON.parse(vocabulary) as Piece[]);
}

const opened = Promise.all([openNetwork("embedding.onnx"), openTokenizer()]);

async function embed(text: string): Promise<Float32Array | null> {
  const [network, tokenize] = await opened;
  const words = Array.from(text.trim()).slice(0, LONGEST).join("");
  if (!READABLE.test(words)) return null;
  const ids = BigInt64Array.from(tokenize(words).slice(0, MOST_TOKENS), BigInt);
  const { meaning } = await network.run({ tokens: new Tensor("int64", ids, [ids.length]) });
  return Float32Array.from(meaning.data as Float32Array);
}

servePool<EmbeddingJob, EmbeddingResult>(async ({ texts }, { report }) => {
  const vectors: EmbeddingResult = [];
  // One at a time: a text's vector must not depend on its neighbours.
  for (const [index, text] of texts.entries()) {
    vectors.push(await embed(text));
    report((index + 1) / texts.length);
  }
  return vectors;
});
