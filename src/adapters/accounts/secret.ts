import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import path from "node:path";

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/**
 * The secret that session cookies are signed with: AUTH_SECRET, or one made at the first start and
 * kept in DATA_DIR/auth-secret, readable by the owner alone. Two processes that start together agree on one.
 */
export async function authSecret(given: string | undefined, dataDir: string): Promise<string> {
  if (given !== undefined) return given;
  const file = path.join(dataDir, "auth-secret");
  const stored = await readFile(file, "utf8").catch((error: unknown) => {
    if (isCode(error, "ENOENT")) return "";
    throw error;
  });
  if (stored.trim().length >= 32) return stored.trim();
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  // A hard link appears whole or not at all and never replaces a secret that is there already.
  await link(draft, file).catch((error: unknown) => {
    if (!isCode(error, "EEXIST")) throw error;
  });
  await unlink(draft);
  const agreed = (await readFile(file, "utf8")).trim();
  if (agreed.length < 32)
    throw new Error(`${file} contains no valid secret: delete it or set AUTH_SECRET`);
  return agreed;
}
