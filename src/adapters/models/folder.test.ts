/** Files of models that a folder of somebody else has, and those that are kept. */
import {
  chmod,
  link,
  mkdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { hostileFiles, soundSafetensors, ggufOf } from "#tests/fixtures/model-files.ts";
import {
  caught,
  closeModelScenes,
  faultOf,
  modelScene,
  namesIn,
  never,
  openedFiles,
  sha256Of,
} from "#tests/harness/model-files.ts";
import { canMount, smallDisk } from "#tests/harness/small-disk.ts";
import { bodyOf, madeBody } from "#tests/providers/hub-files.ts";
import type { ModelFile } from "#app/rules/local-models.ts";

afterEach(closeModelScenes);

const checkpoint = soundSafetensors(20_000);
const encoder = ggufOf();

function wantedOf(bytes: Buffer, name: string): ModelFile {
  const { sha256, bytes: size } = bodyOf(bytes);
  return { role: "model", repo: "a/b", revision: null, path: name, bytes: size, sha256 };
}

/** A folder as ComfyUI has it, with a file and what only looks like one. */
async function comfyFolder(folder: string): Promise<string> {
  const comfy = path.join(folder, "comfy");
  for (const name of ["checkpoints", "text_encoders/deep", "upscale_models"]) {
    await mkdir(path.join(comfy, "models", name), { recursive: true });
  }
  const at = (name: string) => path.join(comfy, "models", name);
  await writeFile(at("checkpoints/renamed.safetensors"), checkpoint, { mode: 0o644 });
  await writeFile(at("text_encoders/deep/encoder.gguf"), encoder);
  await writeFile(at("text_encoders/notes.txt"), "not a model");
  const [, pickle] = hostileFiles.find(([name]) => name.startsWith("a zip")) ?? [];
  await writeFile(at("upscale_models/4x.safetensors"), pickle?.() ?? "");
  // A folder that holds itself is looked through once.
  await symlink(comfy, path.join(comfy, "models", "again"));
  return comfy;
}

test("a folder's files are found by size and hash, whatever they are called, and linked", async () => {
  const { files, folder, hub } = await modelScene();
  const comfy = await comfyFolder(folder);
  const original = path.join(comfy, "models/checkpoints/renamed.safetensors");
  const before = await stat(original);
  const wanted = [wantedOf(checkpoint, "sd.safetensors"), wantedOf(encoder, "vae/qwen.gguf")];
  const seen: number[] = [];
  const found = await files.importFolder(comfy, wanted, never, (count) => seen.push(count));
  expect(new Set(found.map(({ file }) => file))).toEqual(new Set(wanted));
  expect(seen).toEqual(seen.map((_, at) => at + 1));
  for (const { file, path: kept, sha256, bytes } of found) {
    expect(await sha256Of(kept)).toBe(file.sha256);
    expect({ sha256, bytes }).toEqual({ sha256: file.sha256, bytes: file.bytes });
    expect(await files.find(sha256, true)).toBe(kept);
  }
  // The folder's own file is the same file still, with its rights and its time.
  const after = await stat(original);
  expect({ mode: after.mode, modified: after.mtimeMs, links: after.nlink }).toEqual({
    mode: before.mode,
    modified: before.mtimeMs,
    links: 2,
  });
  expect(hub.asked).toEqual([]);
});

test("a download of what a folder had asks nobody", async () => {
  const { files, folder, hub } = await modelScene();
  const comfy = await comfyFolder(folder);
  const file = hub.offer(bodyOf(checkpoint));
  await files.importFolder(comfy, [file], never, () => {});
  await files.download(file, never, () => {});
  expect(hub.asked).toEqual([]);
});

test("a file with another hash, and one that is a pickle under another name, are not used", async () => {
  const { files, folder } = await modelScene();
  const comfy = await comfyFolder(folder);
  const other = Buffer.from(checkpoint);
  other[other.length - 1] ^= 1;
  const [, pickle] = hostileFiles.find(([name]) => name.startsWith("a zip")) ?? [];
  const wanted = [
    wantedOf(other, "sd.safetensors"),
    wantedOf(pickle?.() ?? other, "4x.safetensors"),
  ];
  expect(await files.importFolder(comfy, wanted, never, () => {})).toEqual([]);
  expect(await namesIn(folder)).toEqual([]);
});

test("a file that the catalogue knows no hash of is found by its name, and its hash is told", async () => {
  const { files, folder } = await modelScene();
  const comfy = await comfyFolder(folder);
  const known = wantedOf(checkpoint, "files/Renamed.safetensors");
  const unknown = { ...known, bytes: null, sha256: null };
  const [found] = await files.importFolder(comfy, [unknown], never, () => {});
  expect(found).toMatchObject({ file: unknown, sha256: known.sha256, bytes: known.bytes });
  const elsewhere = { ...unknown, path: "other.safetensors" };
  expect(await files.importFolder(comfy, [elsewhere], never, () => {})).toEqual([]);
});

test("what is no folder is told, and an import can be ended", async () => {
  const { files, folder } = await modelScene();
  const none = files.importFolder(path.join(folder, "none"), [], never, () => {});
  expect(await faultOf(none)).toMatchObject({ kind: "missing" });
  const comfy = await comfyFolder(folder);
  const ended = AbortSignal.abort(new Error("ended"));
  const work = files.importFolder(comfy, [wantedOf(encoder, "x.gguf")], ended, () => {});
  expect(await caught(work)).toMatchObject({ message: "ended" });
});

test("a file that is not what it was is found no more, and fetched again", async () => {
  const { files, hub } = await modelScene();
  const file = hub.offer(madeBody(200_000));
  const kept = await files.download(file, never, () => {});
  await chmod(kept, 0o600);
  const bytes = await readFile(kept);
  bytes[100_000] ^= 1;
  const { atime, mtime } = await stat(kept);
  await writeFile(kept, bytes);
  expect(await files.find(file.sha256)).toBeNull();
  // A change that hides behind the same size and time is seen by a deep look.
  await utimes(kept, atime, mtime);
  expect(await files.find(file.sha256, true)).toBeNull();
  expect(await sha256Of(await files.download(file, never, () => {}))).toBe(file.sha256);
  await chmod(kept, 0o600);
  await truncate(kept, 10);
  expect(await files.find(file.sha256)).toBeNull();
});

test("what no model names is deleted with what is left of downloads; a folder's own files stay", async () => {
  const { files, hub, folder } = await modelScene();
  const comfy = await comfyFolder(folder);
  const [linked] = await files.importFolder(comfy, [wantedOf(encoder, "e.gguf")], never, () => {});
  const [used, unused] = [madeBody(200_000, 1), madeBody(300_000, 2)].map((body, at) =>
    hub.offer(body, { path: `${at}.safetensors` }),
  );
  for (const file of [used, unused]) await files.download(file, never, () => {});
  const begun = hub.offer(madeBody(3_000_000, 3), { path: "3.safetensors" });
  Object.assign(hub, { fault: "expired-link", times: Number.POSITIVE_INFINITY });
  await faultOf(files.download(begun, never, () => {}));
  await writeFile(
    path.join(folder, "parts", `sha256-${begun.sha256}.part`),
    Buffer.alloc(8_192, 1),
  );
  const freed = await files.sweep(new Set([used.sha256]));
  expect(freed).toBe(unused.bytes + 8_192);
  expect(await namesIn(folder)).toEqual([
    `blobs/sha256-${used.sha256}`,
    `blobs/sha256-${used.sha256}.json`,
  ]);
  const own = path.join(comfy, "models/text_encoders/deep/encoder.gguf");
  expect(await sha256Of(own)).toBe(linked.sha256);
});

test("a link of a disk's own is a second name, and the first may go", async () => {
  const { files, folder } = await modelScene();
  const comfy = await comfyFolder(folder);
  const [found] = await files.importFolder(comfy, [wantedOf(encoder, "e.gguf")], never, () => {});
  await link(found.path, path.join(folder, "third"));
  await rm(comfy, { recursive: true });
  expect(await files.find(found.sha256, true)).toBe(found.path);
});

test.skipIf(!canMount)("a folder of another disk is used where it is", async () => {
  const disk = await smallDisk(8);
  try {
    const { files, folder } = await modelScene();
    const comfy = await comfyFolder(disk.folder);
    const [found] = await files.importFolder(comfy, [wantedOf(encoder, "e.gguf")], never, () => {});
    expect(found.path).toBe(path.join(comfy, "models/text_encoders/deep/encoder.gguf"));
    expect(await files.find(found.sha256, true)).toBe(found.path);
    await rm(comfy, { recursive: true });
    expect(await files.find(found.sha256)).toBeNull();
    expect(await namesIn(folder)).toHaveLength(2);
    expect(await files.sweep(new Set())).toBe(0);
    expect(await namesIn(folder)).toEqual([]);
  } finally {
    await disk.close();
  }
});

test.skipIf(!canMount)(
  "a full disk pauses a download, which goes on when there is room",
  async () => {
    const disk = await smallDisk(6);
    try {
      const { hub } = await modelScene();
      const folder = path.join(disk.folder, "models");
      const file = hub.offer(madeBody(3_000_000));
      const before = openedFiles(hub, folder, { limitBytesPerSecond: 4_000_000 });
      let isFull = false;
      const work = before.download(file, never, ({ bytes }) => {
        if (bytes <= 500_000 || isFull) return;
        isFull = true;
        disk.fill();
      });
      const fault = await faultOf(work);
      expect(fault.kind).toBe("no-space");
      expect(fault.sentence).toContain("What is here is kept");
      await disk.give(5_000_000);
      const sent = hub.sent;
      const kept = await openedFiles(hub, folder).download(file, never, () => {});
      expect(await sha256Of(kept)).toBe(file.sha256);
      expect(hub.sent - sent).toBeLessThan(file.bytes - 400_000);
    } finally {
      await disk.close();
    }
  },
);
