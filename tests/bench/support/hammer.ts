/** Loads of one address over 32 connections that stay open, and what they cost the server. */
import { spawn, spawnSync } from "node:child_process";
import { text } from "node:stream/consumers";
import autocannon from "autocannon";
import { costOf, type Server } from "./pinned-servers.ts";

const connections = 32;
const seconds = 5;

/** Requests per CPU second of the server, and what the client saw. */
export type Hammered = { perCpuSecond: number; perSecond: number; p99: number };

/** By a client of Node, which is slower than a server of 16 kB: the server waits for it at times. */
export async function hammer(server: Server, pathname: string): Promise<Hammered> {
  let seen: autocannon.Result | null = null;
  const cost = await costOf(server, async () => {
    seen = await autocannon({ url: server.url + pathname, connections, duration: seconds });
  });
  const result = seen as unknown as autocannon.Result;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${pathname}: not every answer was good`);
  return {
    perCpuSecond: result["2xx"] / cost,
    perSecond: result.requests.average,
    p99: result.latency.p99,
  };
}

/** Whether wrk, a client in C, is installed. */
export const hasWrk = (): boolean => spawnSync("wrk", ["-v"]).error === undefined;

/** By wrk, which is faster than any of the servers: the server has work at every moment. */
export async function keepBusy(
  server: Server,
  pathname: string,
): Promise<Omit<Hammered, "p99"> & { busy: number }> {
  let said = "";
  const began = performance.now();
  const cost = await costOf(server, async () => {
    const args = ["-t1", `-c${connections}`, `-d${seconds}s`, server.url + pathname];
    said = await text(spawn("wrk", args, { stdio: ["ignore", "pipe", "inherit"] }).stdout);
  });
  const taken = (performance.now() - began) / 1000;
  const [, count] = /(\d+) requests in/.exec(said) ?? [];
  if (count === undefined || /Non-2xx|Socket errors/.test(said))
    throw new Error(`${pathname}: not every answer was good: ${said}`);
  return {
    perCpuSecond: Number(count) / cost,
    perSecond: Number(count) / taken,
    busy: cost / taken,
  };
}
