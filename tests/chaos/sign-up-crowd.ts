import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { openDb, openPool } from "#app/db/client.ts";
import { openEmbedded } from "#app/db/embedded.ts";
import { brokenInvariants } from "#app/db/invariants.ts";
import { openLog } from "#app/lib/log.ts";
import { pause, until } from "../harness/patience.ts";
import { startProgram, type Program } from "../harness/program.ts";
import { goodPassword } from "../harness/server.ts";

const clients = 4;
const log = openLog("silent");
const json = { "content-type": "application/json" };

/** The program on its embedded database; without a worker, which would open missing credit accounts afterwards. */
export const startWeb = (folder: string): Promise<Program> =>
  startProgram({ DATA_DIR: folder, ROLES: "web", LOG_LEVEL: "info" });

/** The process of PostgreSQL, or null while there is none. */
export async function postmaster(folder: string): Promise<number | null> {
  const file = path.join(folder, "postgres/data/postmaster.pid");
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? null : Number(text.split("\n")[0]);
}

type Outcome = "accepted" | "unclear";

export type Crowd = {
  outcomes: ReadonlyMap<string, Outcome>;
  accepted: () => number;
  unclear: () => number;
  /** Sign-ups in progress. */
  open: () => number;
  /** Resolves after this many attempts. */
  done: Promise<void>;
};

/** POSTs JSON. @returns the status, or 0 without a complete response */
async function post(program: Program, address: string, body: object): Promise<number> {
  try {
    const init = { method: "POST", headers: json, body: JSON.stringify(body) };
    const answer = await fetch(`${program.url}${address}`, init);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

const signUp = (program: Program, email: string) =>
  post(program, "/api/auth/sign-up/email", { name: "Ada Lovelace", email, password: goodPassword });

/**
 * Several people who sign up one after the other until `isOver`, each once with an address of their own. One whose
 * sign-up was not accepted does not know what became of it; the next one waits until the program is well.
 * @param program as it is at the moment: it may have been started again
 * @param probe what says that it is well
 */
export function startCrowd(
  program: () => Program,
  probe: "/readyz" | "/healthz",
  isOver: (tried: number) => boolean,
): Crowd {
  const outcomes = new Map<string, Outcome>();
  const count = (wanted: Outcome) =>
    [...outcomes.values()].filter((outcome) => outcome === wanted).length;
  let [tried, open] = [0, 0];

  async function client(): Promise<void> {
    while (!isOver(tried)) {
      tried += 1;
      open += 1;
      const email = `member-${tried}@example.org`;
      const status = await signUp(program(), email);
      open -= 1;
      outcomes.set(email, status === 200 ? "accepted" : "unclear");
      if (status === 200) continue;
      await pause();
      const isWell = async () => (await fetch(`${program().url}${probe}`)).ok;
      await until("the program to be well", () => isWell().catch(() => false), Boolean);
    }
  }

  const done = Promise.all(Array.from({ length: clients }, client)).then(() => undefined);
  // It is waited for at the end; until then its failure shows in what does not come about.
  done.catch(() => undefined);
  return {
    outcomes,
    accepted: () => count("accepted"),
    unclear: () => count("unclear"),
    open: () => open,
    done,
  };
}

/**
 * Every sign-up is complete or absent: each member has a password and a credit account with 5 credits, and can sign in; the others
 * can sign up; and every accepted one is a member.
 * @returns what was counted, in words
 */
export async function expectWholeMembers(
  folder: string,
  program: Program,
  crowd: Crowd,
): Promise<string> {
  const embedded = await openEmbedded(folder, log);
  const pool = openPool(embedded.url, 2, log);
  const db = openDb(pool);
  const rows = await db
    .selectFrom("users as u")
    .leftJoin("accounts as a", "a.user_id", "u.id")
    .leftJoin("ledger_accounts as l", "l.user_id", "u.id")
    .select(["u.email", "a.password", "l.available"])
    .where("u.email", "like", "member-%")
    .execute();
  const halves = rows.filter(({ password, available }) => !password || available !== 5);
  expect(halves.map(({ email }) => email)).toEqual([]);
  const there = new Set(rows.map(({ email }) => email));
  expect(there.size).toBe(rows.length);
  const [accepted, unclear] = [crowd.accepted(), crowd.unclear()];
  let late = 0;
  for (const [email, outcome] of crowd.outcomes) {
    if (outcome === "accepted") expect([email, there.has(email)]).toEqual([email, true]);
    if (outcome === "accepted" || !there.has(email)) continue;
    late += 1;
    const status = await post(program, "/api/auth/sign-in/email", {
      email,
      password: goodPassword,
    });
    expect([email, "signs in", status]).toEqual([email, "signs in", 200]);
  }
  for (const [email] of crowd.outcomes) {
    if (there.has(email)) continue;
    const status = await signUp(program, email);
    expect([email, "signs up", status]).toEqual([email, "signs up", 200]);
  }
  expect(await brokenInvariants(pool)).toEqual({});
  await pool.end();
  await embedded.stop();
  return `${accepted} sign-ups were accepted, ${unclear} were not; ${late} of these had come through`;
}
