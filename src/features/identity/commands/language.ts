import type { Language } from "#app/language/languages.ts";
import type { Member } from "#app/lib/actor.ts";
import type { Services } from "#app/services.ts";

/** Keeps the language that a member chose, for their other browsers and their mails. */
export async function chooseLanguage(
  { db }: Pick<Services, "db">,
  member: Member,
  language: Language,
): Promise<void> {
  await db.updateTable("users").set({ language }).where("id", "=", member.userId).execute();
}
