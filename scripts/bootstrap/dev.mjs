import { runProgram } from "./run.mjs";

/** The development server: see scripts/dev.ts. */
export function runDev(root, node, args) {
  const env = { ...process.env, NODE_ENV: "development" };
  return runProgram(node, ["scripts/dev.ts", ...args], root, env);
}
