import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { SignedUp, TestServer } from "./server.ts";

/** Everything of the server that takes a file by HTTP. */
export const uploadRoutes = [
  ["POST", "/api/uploads"],
  ["PUT", "/api/profile/avatar"],
  ["PUT", "/api/profile/cover"],
  ["POST", "/api/admin/upload"],
  ["POST", "/api/verify"],
] as const;

/** A member who may use every upload route, the admin's too. */
export async function anUploader(server: TestServer): Promise<SignedUp> {
  const member = await server.signUp("Door Keeper");
  await server.services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", member.userId)
    .execute();
  return member;
}

/** Uploads a file to a route. @returns the status of the response */
export async function uploadThrough(
  keeper: Pick<SignedUp, "fetch">,
  [method, address]: (typeof uploadRoutes)[number],
  file: Uint8Array,
): Promise<number> {
  const body = new FormData();
  body.append("file", new File([new Uint8Array(file)], "a.png"));
  const answer = await keeper.fetch(address, { method, body });
  await answer.arrayBuffer();
  return answer.status;
}

/** Lays files down with a manifest of them, for the operator's import. */
export async function withManifest(
  files: readonly Uint8Array[],
  use: (manifest: string) => Promise<unknown>,
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-import-"));
  try {
    for (const [index, file] of files.entries()) {
      await writeFile(path.join(folder, `${index}.png`), file);
    }
    const lines = files.map((_, index) => JSON.stringify({ file: `${index}.png` }));
    const manifest = path.join(folder, "manifest.jsonl");
    await writeFile(manifest, lines.join("\n"));
    await use(manifest);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
