import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { until } from "./patience.ts";

const main = fileURLToPath(new URL("../../build/program/main.js", import.meta.url));

export type Program = {
  pid: number;
  /** The address in the line that reports it as ready. */
  port: number;
  url: string;
  /** All it has written so far. */
  output(): string;
  /** Sends a signal. */
  signal(name: NodeJS.Signals): void;
  /** Sends a signal and waits for the exit. @returns the exit code, or null when a signal ended it */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

export type EndedProgram = { code: number | null; output: string };

function launch(
  env: Record<string, string>,
  nodeOptions: string[] = [],
): { child: ChildProcess; output: () => string } {
  const inherited = Object.fromEntries(
    ["PATH", "HOME", "TMPDIR", "LANG", "NODE_COMPILE_CACHE"].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const child = spawn(process.execPath, [...nodeOptions, main], {
    env: {
      ...inherited,
      PORT: "0",
      DEMO_SEED: "off",
      HELPERS: "off",
      RATE_LIMIT_FACTOR: "1000",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  return { child, output: () => text };
}

/** The whole program as a process, once it is ready. */
export async function startProgram(
  env: Record<string, string>,
  nodeOptions: string[] = [],
): Promise<Program> {
  const { child, output } = launch(env, nodeOptions);
  const ended = once(child, "exit") as Promise<[number | null]>;
  const isReady = () => /is ready on .*:\d+ in/.test(output());
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  await until("the program to be ready", output, () => isReady() || isOver());
  if (!isReady()) throw new Error(`the program ended:\n${output()}`);
  const port = Number(/is ready on http:\/\/localhost:(\d+) in/.exec(output())?.[1]);
  return {
    pid: child.pid ?? 0,
    port,
    url: `http://127.0.0.1:${port}`,
    output,
    signal: (name) => void child.kill(name),
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

/**
 * The whole program where it is expected to end before it is ready.
 * @param signal sent when the output matches `after`, to end it during its start
 */
export async function runProgram(
  env: Record<string, string>,
  signal?: { after: RegExp; name: NodeJS.Signals },
): Promise<EndedProgram> {
  const { child, output } = launch(env);
  if (signal) {
    const watch = () => {
      if (!signal.after.test(output())) return;
      child.stdout?.off("data", watch);
      child.kill(signal.name);
    };
    child.stdout?.on("data", watch);
  }
  const [code] = (await once(child, "exit")) as [number | null];
  return { code, output: output() };
}
