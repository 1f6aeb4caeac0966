import { randomUUID } from "node:crypto";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import { mayErase, writeAs, type Editor } from "#app/features/pictures/commands.ts";
import { digestOf } from "./queries.ts";
import { erasePictureRows } from "./commands/tasks.ts";

export { keepByKey, keepMember, requestDeletion, requestOwnDeletion } from "./commands/request.ts";

/**
 * Deletes one picture for ever: its row, words, vectors and what other tables say of it are gone when this returns, its
 * files within a minute. A place without a name stays in its thread.
 * @returns the number of the receipt
 * @throws AppError not-found, also for somebody else's picture
 */
export async function deletePictureForEver(
  services: Pick<Services, "db" | "log">,
  editor: Editor,
  id: string,
): Promise<{ receipt: string }> {
  const picture = await mayErase(services, editor, id);
  const receipt = randomUUID();
  await writeAs(services.db, editor, { ownerId: picture.ownerId }, async (tx) => {
    await tx
      .insertInto("deletions")
      .values({
        id: receipt,
        kind: "picture",
        target_digest: digestOf(id),
        asked_by: "admin" in editor && editor.admin.userId !== picture.ownerId ? "admin" : "member",
        state: "files",
        due_at: new Date(),
      })
      .execute();
    const count = await erasePictureRows(tx, receipt, [id], null);
    // Somebody was faster; the receipt of theirs counts.
    if (count === 0) throw new AppError("not-found");
    const target = { kind: "picture" as const, id };
    return { result: undefined, record: { action: "picture.erase", target } };
  });
  services.log.info({ event: "picture-erased", picture: id, receipt }, "a picture was erased");
  return { receipt };
}
