import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { z } from "zod";
import { houseAccount } from "../../db/seed/accounts.ts";
import { openAccount } from "#app/features/billing/commands.ts";
import { insertPicture, storePicture } from "#app/features/pictures/commands.ts";
import { AppError, isAppError } from "#app/lib/errors.ts";
import type { OpenServices } from "#app/open-services.ts";
import { printable, text, type Command } from "./command.ts";

const mostTags = 20;
const longestTag = 40;
const longestLicence = 200;
/** Larger files are not read (the imaging adapter has the same limit). */
const mostBytes = 20 * 1024 * 1024;
const longestLabel = 120;
/** The maximum length of a prompt; the search index cannot hold megabytes. */
const longestPrompt = 10_000;
const words = z.string().transform((given) => given.toWellFormed().replaceAll("\0", ""));
const prompt = words.transform((given) => given.slice(0, longestPrompt).toWellFormed());

/** A line of a manifest; unknown fields are ignored. */
const manifestLine = z.object({
  file: z.string().min(1),
  prompt: prompt.optional(),
  title: words.optional(),
  tags: z.array(words).optional(),
  model: words.transform((given) => given.slice(0, longestLabel)).optional(),
  licence: words.optional(),
  negative_prompt: prompt.optional(),
  seed: z.number().int().nonnegative().optional(),
});

type ManifestLine = z.output<typeof manifestLine>;
type Outcome = "imported" | "known";
type Owner = { id: string; username: string };

/** The named member; without a name the first admin, else the site's own account, which cannot sign in. */
async function ownerOf(services: OpenServices, username: string | undefined): Promise<Owner> {
  const query = services.db.selectFrom("users").select(["id", "username"]);
  if (username !== undefined) {
    const named = await query.where("username", "=", username.toLowerCase()).executeTakeFirst();
    if (named) return named;
    throw new AppError("not-found", { detail: `Nobody has the username ${username}` });
  }
  const admin = await query
    .where("role", "=", "admin")
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  if (admin) return admin;
  const house = { username: "imported-pictures", name: "Imported pictures" };
  const bio = "Pictures brought in by the operator of this site.";
  const id = await services.db.transaction().execute(async (tx) => {
    const made = await houseAccount({ db: tx }, { ...house, bio, isDemo: false });
    await openAccount(tx, made);
    return made;
  });
  return { id, username: house.username };
}

function tagsOf({ tags = [] }: ManifestLine): string[] {
  const tidy = tags
    .map((tag) => Array.from(tag.trim().toLowerCase()).slice(0, longestTag).join(""))
    .filter((tag) => tag !== "");
  return [...new Set(tidy)].slice(0, mostTags);
}

async function readPicture(file: string): Promise<Buffer> {
  const found = await stat(file);
  if (!found.isFile()) throw new Error("not a file");
  if (found.size > mostBytes) throw new Error("the file is larger than 20 MB");
  return readFile(file);
}

/** One file becomes one picture of the owner, even if it is imported repeatedly. */
async function importOne(
  services: OpenServices,
  owner: Owner,
  folder: string,
  line: ManifestLine,
): Promise<Outcome> {
  const bytes = await readPicture(path.resolve(folder, line.file));
  const sourceSha256 = createHash("sha256").update(bytes).digest("hex");
  const known = await services.db
    .selectFrom("pictures")
    .select("id")
    .where("owner_id", "=", owner.id)
    .where(sql<boolean>`gen_meta ->> 'sourceSha256' = ${sourceSha256}`)
    .executeTakeFirst();
  if (known) return "known";
  const model = line.model?.trim() || "unknown model";
  const prompt = line.prompt?.trim() || null;
  const stored = await storePicture(services, {
    bytes,
    ownerId: owner.id,
    title: line.title ?? null,
    prompt,
    engine: { id: "imported", label: model, neural: true },
    ...(line.seed !== undefined && { seed: line.seed }),
    ...(line.licence !== undefined && { license: line.licence.slice(0, longestLicence) }),
  });
  const negative = line.negative_prompt?.trim();
  const meta = { model, sourceSha256, ...(negative && { negative }) };
  // If this throws, the orphan sweep deletes files without a row later.
  await services.db
    .transaction()
    .execute((tx) => insertPicture(tx, { ...stored, tags: tagsOf(line), meta }));
  return "imported";
}

function parseLine(lineText: string): ManifestLine {
  const parsed = manifestLine.safeParse(JSON.parse(lineText));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${issue.path.join(".")}: ${issue.message}`);
}

/** Why a line was not imported, in one sentence; errors that would affect every line are rethrown. */
function reasonOf(error: unknown): string {
  if (isAppError(error) && error.code === "storage-full") throw error;
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" ? "there is no such file" : error.message;
}

/** Imports picture files that a manifest of JSON lines lists. */
export const command: Command = {
  usage: "--manifest FILE.jsonl [--owner USERNAME]",
  options: { manifest: "string", owner: "string" },
  required: ["manifest"],
  isBulk: true,
  async run(services, options) {
    const manifest = path.resolve(text(options, "manifest"));
    const lines = (await readFile(manifest, "utf8")).split(/\r?\n/);
    const owner = await ownerOf(
      services,
      options["owner"] === undefined ? undefined : text(options, "owner"),
    );
    const total = lines.filter((line) => line.trim() !== "").length;
    const counts = { imported: 0, known: 0, refused: 0 };
    for (const [index, line] of lines.entries()) {
      if (line.trim() === "") continue;
      let file = `line ${index + 1}`;
      try {
        const parsed = parseLine(line);
        file = `line ${index + 1}, ${parsed.file}`;
        counts[await importOne(services, owner, path.dirname(manifest), parsed)] += 1;
      } catch (error) {
        counts.refused += 1;
        console.log(printable(`${file}: ${reasonOf(error)}`));
      }
      const done = counts.imported + counts.known + counts.refused;
      if (done % 20 === 0 && done < total) console.log(`${done} of ${total}`);
    }
    console.log(
      `${counts.imported} imported for ${owner.username}, ${counts.known} known already, ${counts.refused} refused`,
    );
    return counts.refused > 0 && counts.imported + counts.known === 0 ? 1 : 0;
  },
};
