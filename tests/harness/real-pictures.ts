import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * 162 real pictures of public sources with a manifest, too large for this repository: the folder that REAL_PICTURES
 * names, else one beside the project. Tests that need them are skipped without them; nothing else is outside the repository.
 */
const folder =
  process.env["REAL_PICTURES"] ??
  fileURLToPath(new URL("../../../shared/testdata/gallery/", import.meta.url));

/** The folder, with a slash at its end, or null where there is none. */
export const realPictures: URL | null = existsSync(path.join(folder, "manifest.jsonl"))
  ? pathToFileURL(`${path.resolve(folder)}/`)
  : null;
