import { fork, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { explainServerLog } from "#app/db/embedded/explain.ts";
import { findLaunch } from "#app/db/embedded/launch.ts";
import { isAlive, markOf } from "#app/db/embedded/process.ts";
import { aFolder, leaveFolders, openHere, query } from "../harness/embedded-folders.ts";

type Report = { url: string; supervising: boolean };

const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await leaveFolders();
});

async function startChild(folder: string): Promise<ChildProcess & { report: Report }> {
  const program = fileURLToPath(new URL("embedded-child.ts", import.meta.url));
  const child = fork(program, [folder], { execArgv: [] });
  children.push(child);
  const [report] = (await once(child, "message")) as [Report];
  return Object.assign(child, { report });
}

async function ask(child: ChildProcess): Promise<Report> {
  const answer = once(child, "message") as Promise<[Report]>;
  child.send("report");
  return (await answer)[0];
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

async function postmasterPid(folder: string): Promise<number> {
  const text = await readFile(path.join(folder, "postgres/data/postmaster.pid"), "utf8");
  return Number(text.split("\n")[0]);
}

test("the first start creates a database of version 18 in UTF-8, closed to other users, with a log", async () => {
  const folder = await aFolder();
  const embedded = await openHere(folder);
  expect(embedded.supervising).toBe(true);
  const [shown] = await query<Record<string, string>>(
    embedded.url,
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
            current_setting('listen_addresses') as addresses, current_setting('password_encryption') as passwords,
            (select datctype from pg_database where datname = current_database()) as ctype`,
  );
  expect(shown).toEqual({
    version: 18,
    encoding: "UTF8",
    addresses: "127.0.0.1",
    passwords: "scram-sha-256",
    ctype: "C.UTF-8",
  });
  expect((await stat(path.join(folder, "postgres/password"))).mode & 0o777).toBe(0o600);
  expect((await stat(path.join(folder, "postgres/data"))).mode & 0o777).toBe(0o700);
  expect(await readFile(path.join(folder, "postgres.log"), "utf8")).toContain("ready to accept");
  const wrong = new URL(embedded.url);
  wrong.password = "wrong";
  await expect(query(wrong.href, "select 1")).rejects.toThrow(/password authentication failed/);
});

test("a second start finds the rows of the first, and stopping leaves no process", async () => {
  const folder = await aFolder();
  const first = await openHere(folder);
  await query(first.url, "create table kept as select 7 as n");
  const mark = await markOf(await postmasterPid(folder));
  await first.stop();
  expect(mark && (await isAlive(mark))).toBe(false);
  const second = await openHere(folder);
  expect(await query(second.url, "select n from kept")).toEqual([{ n: 7 }]);
});

test("after kill -9 of the program the running server is adopted", async () => {
  const folder = await aFolder();
  const child = await startChild(folder);
  await query(child.report.url, "create table kept as select 7 as n");
  const pid = await postmasterPid(folder);
  await kill(child);
  const embedded = await openHere(folder);
  expect(await postmasterPid(folder)).toBe(pid);
  expect(embedded).toMatchObject({ url: child.report.url, supervising: true });
  expect(await query(embedded.url, "select n from kept")).toEqual([{ n: 7 }]);
});

test("after kill -9 of program and server a new start recovers what was committed", async () => {
  const folder = await aFolder();
  const child = await startChild(folder);
  await query(child.report.url, "create table kept as select 7 as n");
  const pid = await postmasterPid(folder);
  await kill(child);
  process.kill(pid, "SIGKILL");
  const embedded = await openHere(folder);
  expect(await postmasterPid(folder)).not.toBe(pid);
  expect(await query(embedded.url, "select n from kept")).toEqual([{ n: 7 }]);
});

test("a server killed under the running program is back on the same port", async () => {
  const folder = await aFolder();
  const embedded = await openHere(folder);
  await query(embedded.url, "create table kept as select 7 as n");
  for (let round = 0; round < 3; round += 1) {
    process.kill(await postmasterPid(folder), "SIGKILL");
    const rows = () =>
      query(embedded.url, "select n from kept").catch((error: Error) => error.message);
    await expect.poll(rows).toEqual([{ n: 7 }]);
  }
});

test("a second program joins, takes over when the first is killed, and restarts the server itself", async () => {
  const folder = await aFolder();
  const [first, second] = [await startChild(folder), await startChild(folder)];
  expect(first.report.supervising).toBe(true);
  expect(second.report).toEqual({ url: first.report.url, supervising: false });
  await kill(first);
  await expect.poll(async () => (await ask(second)).supervising).toBe(true);
  process.kill(await postmasterPid(folder), "SIGKILL");
  const rows = () =>
    query(second.report.url, "select 1 as n").catch((error: Error) => error.message);
  await expect.poll(rows).toEqual([{ n: 1 }]);
});

test("the server runs as long as one program uses it, whoever started it", async () => {
  const folder = await aFolder();
  const [first, second] = [await startChild(folder), await startChild(folder)];
  const mark = await markOf(await postmasterPid(folder));
  const firstGone = once(first, "exit");
  first.send("stop");
  await firstGone;
  expect(await query(second.report.url, "select 1 as n")).toEqual([{ n: 1 }]);
  const secondGone = once(second, "exit");
  second.send("stop");
  await secondGone;
  expect(mark && (await isAlive(mark))).toBe(false);
});

test("six programs started at once share one server with one supervisor", async () => {
  const folder = await aFolder();
  const programs = await Promise.all(Array.from({ length: 6 }, () => startChild(folder)));
  expect(new Set(programs.map((program) => program.report.url)).size).toBe(1);
  const reports = await Promise.all(programs.map(ask));
  expect(reports.filter((report) => report.supervising)).toHaveLength(1);
});

test("a first start that was killed leaves nothing that blocks the next", async () => {
  const folder = await aFolder();
  const program = fileURLToPath(new URL("embedded-child.ts", import.meta.url));
  for (const afterMs of [150, 300, 450, 600]) {
    const child = fork(program, [folder], { execArgv: [] });
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await kill(child);
  }
  const embedded = await openHere(folder);
  expect(await query(embedded.url, "select 1 as n")).toEqual([{ n: 1 }]);
  const left = await readdir(path.join(folder, "postgres"));
  expect(left.filter((name) => name.startsWith("draft-"))).toEqual([]);
});

test("a pid file whose process id was reused is ignored", async () => {
  const folder = await aFolder();
  await (await openHere(folder)).stop();
  const pidFile = path.join(folder, "postgres/data/postmaster.pid");
  await writeFile(pidFile, `${process.ppid}\n${folder}\n1\n5432\n\n127.0.0.1\n\nready\n`);
  const embedded = await openHere(folder);
  expect(await query(embedded.url, "select 1 as n")).toEqual([{ n: 1 }]);
});

test.each([
  [
    'FATAL:  could not extend file "base/1/1": No space left on device',
    /no space left on the disk/,
  ],
  [
    "FATAL:  could not extend file: wrote only 1 of 2\nHINT:  Check free disk space.",
    /no space left/,
  ],
  ['FATAL:  data directory "/d" has wrong ownership', /belongs to another user/],
  ["FATAL:  database files are incompatible with server", /another version of PostgreSQL/],
  ["FATAL:  something else", /^It failed: FATAL: {2}something else$/],
])("the server's last message is reported in one sentence: %s", (log, sentence) => {
  expect(explainServerLog(log, "It failed")).toMatch(sentence);
});

test("a data folder that is a file is reported in one sentence", async () => {
  const folder = await aFolder();
  await writeFile(path.join(folder, "postgres"), "in the way");
  await expect(openHere(folder)).rejects.toThrow(/^PostgreSQL cannot use .*postgres: .*\.$/);
});

const isRoot = process.getuid?.() === 0;

test.skipIf(!isRoot)(
  "as root below a folder that is closed to others it works, and the folder stays closed",
  async () => {
    const folder = await aFolder();
    const inner = path.join(folder, "deep", "data");
    await mkdir(inner, { recursive: true });
    await chmod(folder, 0o700);
    const embedded = await openHere(inner);
    expect(await query(embedded.url, "select 1 as n")).toEqual([{ n: 1 }]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await embedded.stop();
  },
);

test.skipIf(!isRoot)(
  "as root, programs below a closed folder are found by access(2) too",
  async () => {
    const folder = await aFolder();
    const program = path.join(folder, "program");
    await writeFile(program, "", { mode: 0o755 });
    await chmod(folder, 0o700);
    const launch = await findLaunch({ name: "nobody", uid: 65534, gid: 65534 }, [program]);
    const { file, args } = launch("/usr/bin/test", ["-x", program]);
    expect(spawnSync(file, args).status).toBe(0);
  },
);

test.skipIf(!isRoot)(
  "as root without the right to open the way, the closed folder is named",
  async () => {
    const folder = await aFolder();
    await chmod(folder, 0o700);
    const account = { name: "postgres", uid: 65534, gid: 65534 };
    const target = path.join(folder, "data");
    await expect(findLaunch(account, [target], async () => null)).rejects.toThrow(
      `who may not enter ${folder}: run "chmod o+x ${folder}"`,
    );
  },
);
