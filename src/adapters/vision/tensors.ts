/** TensorFlow.js on its WebAssembly backend, one thread, from files of packages alone. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as tf from "@tensorflow/tfjs";
import { setThreadsCount, setWasmPaths } from "@tensorflow/tfjs-backend-wasm";

/** @throws Error when the WebAssembly backend does not start; the slow plain one is never taken instead. */
export async function openTensors(): Promise<typeof tf> {
  const main = fileURLToPath(import.meta.resolve("@tensorflow/tfjs-backend-wasm"));
  setWasmPaths(`${path.dirname(main)}${path.sep}`);
  setThreadsCount(1);
  if (!(await tf.setBackend("wasm"))) throw new Error("The WebAssembly backend did not start.");
  return tf;
}
