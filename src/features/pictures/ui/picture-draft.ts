import { t } from "#app/language/message.ts";
import type { PictureChanges } from "../inputs.ts";
import type { PictureDetails } from "./picture-details.ts";

/** The form values of a picture's details; tags in one line. */
export type PictureDraft = {
  title: string;
  description: string;
  tags: string;
  license: string;
  prompt_hidden: boolean;
};

/** The text fields of the form, in order; those with `rows` have several lines. */
export const textFields: readonly {
  key: "title" | "description" | "tags";
  label: string;
  hint?: string;
  rows?: number;
}[] = [
  { key: "title", label: t`Title` },
  { key: "description", label: t`Description`, rows: 4 },
  { key: "tags", label: t`Tags`, hint: t`Separated by commas, at most 20` },
];

type Editable = Pick<PictureDetails, keyof PictureDraft>;

export function draftOf({
  title,
  description,
  tags,
  license,
  prompt_hidden,
}: Editable): PictureDraft {
  return { title, description: description ?? "", tags: tags.join(", "), license, prompt_hidden };
}

function tagsOf(line: string): string[] {
  return line
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

/** Only the changed fields are sent. */
export function changesOf(picture: Editable, draft: PictureDraft): PictureChanges {
  const changes: Record<string, unknown> = {};
  const tags = tagsOf(draft.tags);
  if (draft.title !== picture.title) changes.title = draft.title;
  if (draft.description !== (picture.description ?? "")) {
    changes.description = draft.description.trim() === "" ? null : draft.description;
  }
  if (tags.join() !== picture.tags.join()) changes.tags = tags;
  for (const key of ["license", "prompt_hidden"] as const) {
    if (draft[key] !== picture[key]) changes[key] = draft[key];
  }
  return changes;
}
