import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { afterAll, expect, test } from "vitest";

const clone = await mkdtemp(path.join(os.tmpdir(), "echoform-install-"));
afterAll(() => rm(clone, { recursive: true }));

test("after an installation the libraries of other systems are gone", async () => {
  const folder = "node_modules/onnxruntime-node/bin/napi-v6";
  const own = `${process.platform}/${process.arch}`;
  const systems = [own, `${process.platform}/other`, "other/x64"];
  await writeFile(path.join(clone, "package.json"), "{}");
  await writeFile(path.join(clone, "package-lock.json"), '{ "packages": {} }');
  // Stands for npm: it installs only what the test is about.
  const npm = path.join(clone, "npm-cli.cjs");
  await writeFile(
    npm,
    `if (process.argv[2] === "--version") console.log("11.0.0");
     else for (const one of ${JSON.stringify(systems)})
       require("node:fs").mkdirSync("${folder}/" + one, { recursive: true });`,
  );
  const script = new URL("./install.mjs", import.meta.url).href;
  const call = `import(${JSON.stringify(script)}).then((it) => it.ensureInstalled("."))`;
  const { status } = spawnSync(process.execPath, ["--eval", call], {
    cwd: clone,
    env: { ...process.env, npm_execpath: npm },
  });
  expect(status).toBe(0);
  const left = await readdir(path.join(clone, folder), { recursive: true });
  expect(left.toSorted()).toEqual([process.platform, own]);
});
