import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import type { Statement } from "./rows.ts";

/**
 * What the hub states now of the files that the catalogue has no hash of.
 * @throws AppError not-found, ModelFileError
 */
export async function statementsOf(
  { modelFiles }: Pick<Services, "modelFiles">,
  id: string,
  signal: AbortSignal,
): Promise<Statement[]> {
  const entry = (await modelFiles.catalogue()).find((model) => model.id === id);
  if (entry === undefined) throw new AppError("not-found");
  const items: Statement[] = [];
  for (const file of entry.files) {
    if (file.sha256 !== null) continue;
    const { sha256, bytes, revision } = await modelFiles.state(file, signal);
    items.push({ path: file.path, sha256, bytes, revision });
  }
  return items;
}
