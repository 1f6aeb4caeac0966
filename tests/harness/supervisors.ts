/** Supervisors over a strict double of the process that draws, and jobs for them. Nothing that they start outlives its test. */
import { mkdtempSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, expect } from "vitest";
import { startChild } from "#app/adapters/engines/local/child.ts";
import type { ChildFault } from "#app/adapters/engines/local/process.ts";
import {
  type Job,
  openSupervisor,
  type Supervisor,
  type SupervisorOptions,
} from "#app/adapters/engines/local/supervisor.ts";
import { EngineError } from "#app/adapters/engines/port.ts";
import { isThere } from "./processes.ts";

const double = fileURLToPath(new URL("../providers/local-child.ts", import.meta.url));

type Change = Partial<SupervisorOptions> & {
  flags?: () => string[];
  readyMs?: number;
  /** Awaited before the supervisor has a process that listens. */
  onChild?: () => Promise<void>;
};

type Supervisors = {
  open: (change?: Change) => Supervisor;
  job: (prompt: string, change?: Partial<Job>) => Job & { out: string };
  /** Draws a picture. */
  draws: (supervisor: Supervisor, prompt?: string) => Promise<void>;
  /** For files of a test. */
  folder: string;
  /** Of this test: processes that were started, their faults, and the bytes of memory that they were started with. */
  pids: number[];
  faults: ChildFault[];
  limits: number[];
};

/** For the tests of one file. */
export function supervisorsForTests(): Supervisors {
  const folder = mkdtempSync(path.join(os.tmpdir(), "echoform-supervisor-"));
  const opened: Supervisor[] = [];
  const [pids, limits]: number[][] = [[], []];
  const faults: ChildFault[] = [];

  afterEach(async () => {
    await Promise.all(opened.map((supervisor) => supervisor.close()));
    // Whatever happened in the test, no process is left.
    const left = pids.filter(isThere);
    if (left.length > 0) throw new Error(`left behind: ${left.join(", ")}`);
    for (const noted of [opened, pids, limits, faults]) noted.length = 0;
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  function open(change: Change = {}): Supervisor {
    const { flags = () => [], readyMs = 60_000, onChild, ...options } = change;
    const supervisor = openSupervisor({
      start: async ({ memoryBytes }) => {
        limits.push(memoryBytes);
        const launch = { file: process.execPath, args: [double, ...flags()], cwd: folder };
        const child = await startChild(launch, readyMs, (pid) => pids.push(pid));
        await onChild?.();
        return child;
      },
      onFault: (fault) => faults.push(fault),
      idleMs: 600_000,
      ...options,
    });
    opened.push(supervisor);
    return supervisor;
  }

  let number = 0;
  function job(prompt: string, change: Partial<Job> = {}): Job & { out: string } {
    number += 1;
    const out = path.join(folder, `${number}.png`);
    return {
      out,
      needs: {
        key: "a",
        modelId: "a",
        program: "addon",
        // Any file: the double opens it and reads nothing.
        request: { op: "load", files: { model: double }, config: { device: "cpu" } },
        bytes: 1,
        memoryBytes: 5_000_000,
      },
      request: {
        op: "draw",
        out,
        params: { prompt, width: 64, height: 64, steps: 2, cfg_scale: 1, seed: 7 },
      },
      deadlineMs: 60_000,
      signal: new AbortController().signal,
      ...change,
    };
  }

  async function draws(supervisor: Supervisor, prompt = "the sea"): Promise<void> {
    const asked = job(prompt);
    await supervisor.run(asked);
    expect((await readFile(asked.out)).subarray(1, 4).toString()).toBe("PNG");
  }

  return { open, job, draws, folder, pids, faults, limits };
}

/** What a job fails with. */
export async function failure(running: Promise<void>): Promise<EngineError> {
  const error: unknown = await running.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(EngineError);
  return error as EngineError;
}
