/** Starts floods, each in a process of its own, so that what is measured meanwhile is the server and not the sender. */
import { spawn } from "node:child_process";
import path from "node:path";
import { text } from "node:stream/consumers";

export type FloodOrder = { port: number } & (
  | { kind: "sign-ins"; addresses: number; email: string }
  | { kind: "garbage"; perSecond: number }
  | { kind: "searches"; atOnce: number }
  | { kind: "slow"; path: string; readers: number; senders: number }
);

export type Sent = {
  seconds: number;
  /** Answers by status; 0 where the connection broke. */
  statuses: Record<string, number>;
  /** Requests that could not be sent in time, because every connection was waiting. */
  unsent: number;
  /** CPU time of the sender, which is not available to the server. */
  cpuSeconds: number;
};

export type Flood = {
  /** @returns what was sent and answered */
  stop(): Promise<Sent>;
};

export function startFlood(order: FloodOrder): Flood {
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, "flood-process.ts"), JSON.stringify(order)],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const report = text(child.stdout);
  return {
    async stop() {
      child.stdin.end();
      return JSON.parse(await report) as Sent;
    },
  };
}

/** A summary of what was sent. */
export function sentWords({ seconds, statuses, unsent, cpuSeconds }: Sent): string {
  const answered = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const late = unsent === 0 ? "" : `, ${unsent} not sent in time`;
  const share = ((cpuSeconds / seconds) * 100).toFixed(0);
  return `${(answered / seconds).toFixed(0)} answers a second ${JSON.stringify(statuses)}${late}; the sender took ${share} % of a core`;
}
