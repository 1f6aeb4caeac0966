/** The networks of the helpers: ONNX files (scripts/make-models.ts), run by ONNX Runtime. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { InferenceSession } from "onnxruntime-node";

/** SHA-256 of each file: another network would give other answers, without a word of it. */
const digests = {
  "classifier.onnx": "dfc3c50969a62df09cd831f4f054aba062cea2f048fc4c4309a11a18cead79e6",
  "embedding.onnx": "79276467ac7d428647e33533783edaee1c42b346bea31000ba14899835fdeee2",
  "embedding-vocabulary.json.gz":
    "ab455b4738836bf83a38963474b8d55fc69685a4ce779af9c58e58fc7c3a80db",
  "upscaler-2.onnx": "5033041b8c68da0ef1bb478938facda3d458d529205e5d768d3db22da032eb20",
  "upscaler-4.onnx": "9963eac029bf4730f1d3f488a3f095150fa542cbb5c7e98b87c22192dcadf906",
} as const;

export type NetworkFile = keyof typeof digests;
export const networkFiles = Object.keys(digests) as NetworkFile[];
const folder = new URL("./networks/", import.meta.url);

/**
 * Where the file of a network or of its vocabulary lies.
 * @param from the folder of the files
 * @throws Error when the file is not the one that belongs to this release
 */
async function networkPath(name: NetworkFile, from: URL = folder): Promise<string> {
  const file = fileURLToPath(new URL(name, from));
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  const digest = hash.digest("hex");
  if (digest !== digests[name]) throw new Error(`${name} is damaged: its SHA-256 is ${digest}.`);
  return file;
}

/** The bytes of such a file; throws as `networkPath` does. */
export async function readNetwork(name: NetworkFile, from?: URL): Promise<Uint8Array> {
  return readFile(await networkPath(name, from));
}

/**
 * Loads a network.
 * @param threads that share each step of a run
 * @throws Error when its file is missing or damaged
 */
export async function openNetwork(
  name: Extract<NetworkFile, `${string}.onnx`>,
  { threads = 1 }: { threads?: number } = {},
): Promise<InferenceSession> {
  // By its path: bytes that are handed over stay in the memory of the process beside the network, unused.
  return InferenceSession.create(await networkPath(name), {
    executionProviders: ["cpu"],
    intraOpNumThreads: threads,
    // A thread that spins while it has no work takes the CPU time of what has some.
    extra: { session: { intra_op: { allow_spinning: "0" } } },
    interOpNumThreads: 1,
    executionMode: "sequential",
    // A plan of all memory that a run takes keeps 10 MB more than the runs need, and makes none of them faster.
    enableMemPattern: false,
    graphOptimizationLevel: "all",
  });
}
