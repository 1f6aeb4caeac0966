import { appendFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { afterAll, expect, test } from "vitest";

const clones = await mkdtemp(path.join(os.tmpdir(), "echoform-install-"));
afterAll(() => rm(clones, { recursive: true }));

/**
 * A clone in which a script stands for npm: it notes how it was called, and installs only what the test is about.
 * @param folders what it installs, below node_modules
 */
async function aClone(folders = []) {
  const clone = await mkdtemp(path.join(clones, "clone-"));
  await writeFile(path.join(clone, "package.json"), "{}");
  await writeFile(path.join(clone, "package-lock.json"), '{ "packages": {} }');
  const npm = path.join(clone, "npm-cli.cjs");
  await writeFile(
    npm,
    `const { appendFileSync, mkdirSync } = require("node:fs");
     const args = process.argv.slice(2).filter((one) => one !== "--no-audit" && one !== "--no-fund");
     if (args[0] === "--version") console.log("11.0.0");
     else {
       appendFileSync("calls", args.join(" ") + "\\n");
       for (const one of ${JSON.stringify([".", ...folders])})
         mkdirSync("node_modules/" + one, { recursive: true });
     }`,
  );
  const script = new URL("./install.mjs", import.meta.url).href;
  const install = (development) => {
    const call = `import(${JSON.stringify(script)}).then((it) => it.ensureInstalled(".", { development: ${development} }))`;
    const env = { ...process.env, npm_execpath: npm };
    const { status, stderr } = spawnSync(process.execPath, ["--eval", call], { cwd: clone, env });
    if (status !== 0) throw new Error(stderr.toString());
  };
  const calls = () => readFile(path.join(clone, "calls"), "utf8");
  return { clone, install, calls };
}

test("after an installation the libraries of other systems and Node's headers are gone", async () => {
  const onnx = "onnxruntime-node/bin/napi-v6";
  const own = `${process.platform}/${process.arch}`;
  const systems = [own, `${process.platform}/other`, "other/x64"];
  const node = `node-${process.platform}-${process.arch}`;
  const { clone, install } = await aClone([
    ...systems.map((system) => `${onnx}/${system}`),
    `${node}/bin`,
    `${node}/include/node`,
  ]);
  install(true);
  const modules = path.join(clone, "node_modules");
  const left = await readdir(path.join(modules, onnx), { recursive: true });
  expect(left.toSorted()).toEqual([process.platform, own]);
  expect(await readdir(path.join(modules, node))).toEqual(["bin"]);
});

test("the program is installed without packages for development, which are added for what needs them", async () => {
  const { clone, install, calls } = await aClone();
  install(false);
  install(false);
  expect(await calls()).toBe("ci --omit=dev\n");
  // Nothing is removed of what a running program reads.
  install(true);
  install(true);
  install(false);
  expect(await calls()).toBe("ci --omit=dev\ninstall --no-save\n");
  await appendFile(path.join(clone, "package-lock.json"), "\n");
  install(true);
  expect(await calls()).toBe("ci --omit=dev\ninstall --no-save\nci\n");
});

const packages = (all) =>
  JSON.stringify({
    packages: {
      "node_modules/runs": { version: "1.0.0" },
      ...(all && { "node_modules/tests": { version: "1.0.0", dev: true } }),
    },
  });

test.each([
  ["whole", true, ""],
  ["without development", false, "install --no-save\n"],
])("an installation by hand, %s, is taken for what it is", async (_, all, addedForDevelopment) => {
  const { clone, install, calls } = await aClone();
  await writeFile(path.join(clone, "package-lock.json"), packages(true));
  for (const one of all ? ["runs", "tests"] : ["runs"]) {
    await mkdir(path.join(clone, "node_modules", one), { recursive: true });
  }
  await writeFile(path.join(clone, "node_modules/.package-lock.json"), packages(all));
  install(false);
  expect(await calls().catch(() => "")).toBe("");
  install(true);
  expect(await calls().catch(() => "")).toBe(addedForDevelopment);
});
