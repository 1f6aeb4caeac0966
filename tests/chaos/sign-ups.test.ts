import { randomInt } from "node:crypto";
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { until } from "../harness/patience.ts";
import type { Program } from "../harness/program.ts";
import { canMount, smallDisk } from "../harness/small-disk.ts";
import { expectWholeMembers, postmaster, startCrowd, startWeb } from "./sign-up-crowd.ts";
import { quickTemporaryFolder } from "../harness/quick-folder.ts";

/** CHAOS=full for the numbers that a release is measured by. */
const plan =
  process.env.CHAOS === "full"
    ? { signUps: 500, faults: 25, fullMs: 30_000 }
    : { signUps: 40, faults: 3, fullMs: 3_000 };

let program: Program;
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** The ways in which PostgreSQL is stopped: killed, at once, and in good order. */
const stops = ["SIGKILL", "SIGQUIT", "SIGINT"] as const;

test(`while ${plan.signUps} people sign up, PostgreSQL is stopped ${plan.faults} times and the program killed as often: every member has an account and credits`, async ({
  annotate,
}) => {
  const folder = await quickTemporaryFolder();
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  program = await startWeb(folder);
  cleanUps.push(() => program.stop());
  let left = 2 * plan.faults;
  const crowd = startCrowd(
    () => program,
    "/readyz",
    (tried) => tried >= plan.signUps && left === 0,
  );
  for (; left > 0; left -= 1) {
    const accepted = crowd.accepted();
    const share = (plan.signUps * (2 * plan.faults - left)) / (2 * plan.faults);
    // It works again since the last fault, and is at work at this one.
    await until("sign-ups to be accepted", crowd.accepted, (now) => now > accepted);
    await until(
      "more sign-ups",
      () => crowd.outcomes.size,
      (tried) => tried >= share,
    );
    await until("a sign-up to be open", crowd.open, (open) => open > 0);
    await sleep(randomInt(150));
    if (left % 2 === 0) {
      const pid = await postmaster(folder);
      process.kill(pid ?? 0, stops[(left / 2) % stops.length]);
      await until(
        "another PostgreSQL",
        () => postmaster(folder),
        (now) => now !== null && now !== pid,
      );
    } else {
      await program.stop("SIGKILL");
      program = await startWeb(folder);
    }
  }
  await crowd.done;
  expect(crowd.outcomes.size).toBeGreaterThanOrEqual(plan.signUps);
  await annotate(await expectWholeMembers(folder, program, crowd));
});

test.skipIf(!canMount)(
  `while people sign up the disk is full for ${plan.fullMs / 1000} s: every member has an account and credits, and the server goes on`,
  async ({ annotate }) => {
    const disk = await smallDisk(400);
    cleanUps.push(() => disk.close());
    program = await startWeb(disk.folder);
    cleanUps.push(() => program.stop());
    let isOver = false;
    const crowd = startCrowd(
      () => program,
      "/healthz",
      () => isOver,
    );
    await until("sign-ups to be accepted", crowd.accepted, (now) => now > 5);
    disk.fill();
    const full = performance.now();
    // Tables run out of space in turn: pages are freed again and again, as others delete and write.
    while (performance.now() - full < plan.fullMs || crowd.unclear() < 10) {
      const tried = crowd.outcomes.size;
      await until(
        "sign-ups to be tried",
        () => crowd.outcomes.size,
        (now) => now > tried + 4,
      );
      await disk.give(8192);
    }
    await disk.give(Infinity);
    const accepted = crowd.accepted();
    await until("sign-ups to be accepted again", crowd.accepted, (now) => now > accepted + 5);
    isOver = true;
    await crowd.done;
    expect(crowd.outcomes.size).toBe(crowd.accepted() + crowd.unclear());
    await annotate(await expectWholeMembers(disk.folder, program, crowd));
  },
);
