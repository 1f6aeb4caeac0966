/** What this machine can draw with. */
import { access, readdir } from "node:fs/promises";
import { cpus } from "node:os";
import path from "node:path";
import type { LocalDevice } from "./types.ts";

/** Where systems keep libraries, and the files that name the drivers of Vulkan. */
const libraryFolders = [
  "/lib/x86_64-linux-gnu",
  "/usr/lib/x86_64-linux-gnu",
  "/lib/aarch64-linux-gnu",
  "/usr/lib/aarch64-linux-gnu",
  "/usr/lib64",
  "/usr/lib",
  "/usr/local/lib",
];
const driverFolders = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"];

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

const namesIn = (folder: string) => readdir(folder).catch(() => [] as string[]);

async function isInOneOf(folders: readonly string[], fits: (name: string) => boolean) {
  const found = await Promise.all(folders.map(namesIn));
  return found.some((names) => names.some(fits));
}

/** @param root the root of the file system; another one in tests */
export async function findDevice(root = "/"): Promise<LocalDevice> {
  const at = (folder: string) => path.join(root, folder);
  const cpu = cpus()[0]?.model.trim() || "processor";
  const [nodes, isNvidia] = await Promise.all([
    namesIn(at("/dev/dri")),
    exists(at("/proc/driver/nvidia/version")),
  ]);
  if (!isNvidia && !nodes.some((name) => name.startsWith("renderD"))) {
    return { kind: "cpu", name: cpu };
  }
  const hasLoader = await isInOneOf(libraryFolders.map(at), (name) =>
    name.startsWith("libvulkan.so"),
  );
  if (!hasLoader) {
    return {
      kind: "cpu",
      name: cpu,
      hint: "A graphics card seems to be here: install libvulkan1 to use it.",
    };
  }
  const hasDriver = await isInOneOf(
    driverFolders.map(at),
    // llvmpipe draws with the processor.
    (name) => name.endsWith(".json") && !name.startsWith("lvp_"),
  );
  if (!hasDriver) {
    return {
      kind: "cpu",
      name: cpu,
      hint: "A graphics card seems to be here, without a driver for Vulkan: install mesa-vulkan-drivers or the maker's driver.",
    };
  }
  return { kind: "gpu", name: isNvidia ? "NVIDIA card (Vulkan)" : "graphics card (Vulkan)" };
}
