import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { aFullMember, anExport, archiveBytes, type FullMember } from "#tests/harness/archive.ts";
import { aMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { command } from "./import-member.ts";

let here: OpenServices;
let there: OpenServices;
let scene: FullMember;
let folder: string;
let file: string;
beforeAll(async () => {
  [here, there] = await Promise.all([testServices(), testServices()]);
  folder = await mkdtemp(path.join(os.tmpdir(), "echoform-archive-"));
  file = path.join(folder, "archive.tar");
  scene = await aFullMember(here);
  await writeFile(file, await archiveBytes(here, scene.member, await anExport(here, scene.member)));
});
afterAll(async () => {
  await here.close();
  await there.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(options: Record<string, string>) {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => lines.push(line));
  try {
    return { status: await command.run(there, options), said: lines.join("\n") };
  } finally {
    log.mockRestore();
  }
}

test("CO-06 the operator brings an archive in for a member of another name, twice is once", async () => {
  const { email } = await aMember(there);
  await expect(run({ file, to: email })).rejects.toMatchObject({ code: "unprocessable" });
  const from = scene.member.username;
  const first = await run({ file, to: email, from });
  expect(first.status).toBe(0);
  expect(first.said).toContain("images: 3 taken over, 0 here already");
  const second = await run({ file, to: email, from });
  expect(second.said).toContain("images: 0 taken over, 3 here already");
  expect(await there.db.selectFrom("imports").select("id").execute()).toEqual([]);
  expect(await there.db.selectFrom("import_pictures").select("sha256").execute()).toEqual([]);
});

test("CO-06 an archive for nobody and a file that is not there are named", async () => {
  await expect(run({ file, to: "nobody@example.org" })).rejects.toMatchObject({
    message: "Nobody here has the address nobody@example.org",
  });
  const { email } = await aMember(there);
  await expect(run({ file: path.join(folder, "none.tar"), to: email })).rejects.toThrow(
    "There is no file",
  );
});
