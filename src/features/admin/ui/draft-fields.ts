import type { DraftRequest } from "#app/features/pictures/inputs.ts";
import type { Draft } from "#app/features/pictures/queries.ts";
import { tagsOfLine } from "./asset-edit.ts";

/** What the form of a draft holds; tags in one line. */
export type DraftFields = {
  title: string;
  description: string;
  tags: string;
  license: string;
  prompt: string;
  prompt_hidden: boolean;
  colors: readonly string[];
};

export type DraftKey = keyof DraftFields;

export function draftFields(draft: Draft): DraftFields {
  const { title, license, prompt_hidden, colors } = draft;
  return {
    title,
    license,
    prompt_hidden,
    colors,
    description: draft.description ?? "",
    tags: draft.tags.join(", "),
    prompt: draft.prompt ?? "",
  };
}

/** A field as it is sent: tags as a list. */
function sent(fields: DraftFields, key: DraftKey) {
  return key === "tags" ? tagsOfLine(fields.tags) : fields[key];
}

/** The fields that differ from those on the server, one by one: a refused one does not hold up the others. */
export function unsaved(
  saved: DraftFields,
  typed: DraftFields,
): { key: DraftKey; change: DraftRequest }[] {
  const keys = Object.keys(typed) as DraftKey[];
  return keys
    .filter((key) => JSON.stringify(sent(saved, key)) !== JSON.stringify(sent(typed, key)))
    .map((key) => ({ key, change: { [key]: sent(typed, key) } as DraftRequest }));
}
