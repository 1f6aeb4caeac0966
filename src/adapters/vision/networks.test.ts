import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { networkFiles, readNetwork } from "./networks.ts";

test("every network is the one that belongs to this release", async () => {
  for (const name of networkFiles) expect((await readNetwork(name)).length).toBeGreaterThan(0);
});

test("a network with one other bit is refused", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "networks-"));
  const name = "upscaler-2.onnx";
  const bytes = await readFile(new URL(`./networks/${name}`, import.meta.url));
  bytes[bytes.length >> 1] ^= 1;
  await writeFile(path.join(folder, name), bytes);
  await expect(readNetwork(name, pathToFileURL(`${folder}/`))).rejects.toThrow(/is damaged/);
  await rm(folder, { recursive: true });
});
