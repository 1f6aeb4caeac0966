import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { findDevice } from "./device.ts";

let root: string | undefined;
afterEach(() => root && rm(root, { recursive: true, force: true }));

async function rootWith(...files: string[]): Promise<string> {
  root = await mkdtemp(path.join(os.tmpdir(), "echoform-root-"));
  for (const file of files) {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true });
    await writeFile(path.join(root, file), "");
  }
  return root;
}

const node = "dev/dri/renderD128";
const loader = "usr/lib/x86_64-linux-gnu/libvulkan.so.1";
const driver = "usr/share/vulkan/icd.d/radeon_icd.x86_64.json";

test.each([
  ["nothing", [], "cpu", /^$/],
  ["a card without the loader", [node], "cpu", /libvulkan1/],
  ["a card without a driver", [node, loader], "cpu", /driver/],
  [
    "a card with a driver that draws by the processor",
    [node, loader, "usr/share/vulkan/icd.d/lvp_icd.x86_64.json"],
    "cpu",
    /driver/,
  ],
  ["a card with all it needs", [node, loader, driver], "gpu", /^$/],
  ["a card of NVIDIA", ["proc/driver/nvidia/version", loader, driver], "gpu", /^$/],
  ["all but a card", [loader, driver], "cpu", /^$/],
])("a machine with %s", async (_, files, kind, hint) => {
  const device = await findDevice(await rootWith(...files));
  expect(device.kind).toBe(kind);
  expect(device.name).not.toBe("");
  expect(device.hint ?? "").toMatch(hint);
});
