import { t } from "#app/language/message.ts";
import { licenceIds, licenceOf } from "#app/rules/licences.ts";
import type { Asset } from "#app/features/pictures/queries.ts";

/** What the form holds; null stands for a field that was not touched. */
export type AssetEdit = {
  title: string | null;
  license: string | null;
  visibility: "public" | "private" | null;
  /** Tags that all of them get, and that none of them keeps. */
  add: readonly string[];
  remove: readonly string[];
  /** Tags that are still being typed. */
  typed: string;
  /** The line of tags that replaces all others; null where they are added and removed. */
  replace: string | null;
  collection: string | null;
};

export const untouched: AssetEdit = {
  title: null,
  license: null,
  visibility: null,
  add: [],
  remove: [],
  typed: "",
  replace: null,
  collection: null,
};

type Edited = Pick<Asset, "id" | "title" | "license" | "isPublic" | "tags">;

/** The value that all have, or null with the number of different ones. */
export type Shared<T> = { value: T | null; kinds: number };

export function sharedOf<T extends string>(values: readonly T[]): Shared<T> {
  const kinds = new Set(values);
  return { value: kinds.size === 1 ? values[0] : null, kinds: kinds.size };
}

const visibilityOf = ({ isPublic }: Pick<Asset, "isPublic">) => (isPublic ? "public" : "private");

/** The values of the chosen pictures, field by field. */
export function sharedFields(chosen: readonly Edited[]) {
  return {
    title: sharedOf(chosen.map(({ title }) => title)),
    license: sharedOf(chosen.map(({ license }) => license)),
    visibility: sharedOf<"public" | "private">(chosen.map(visibilityOf)),
  };
}

/** "Mixed (3)": three different values. */
export const mixedLabel = ({ kinds }: Shared<string>) => t`Mixed (${kinds})`;

type Choice<T extends string> = { value: T; label: string };

/** The options of a select whose pictures may have different values; the empty one leaves each as it is. */
export function withMixed<T extends string>(
  shared: Shared<T>,
  options: readonly Choice<T>[],
): Choice<T | "">[] {
  return shared.value === null
    ? [{ value: "", label: mixedLabel(shared) }, ...options]
    : [...options];
}

/** The licences to choose from, with the one of an imported picture. */
export function licenceOptions({ value }: Shared<string>): Choice<string>[] {
  const ids: readonly string[] = licenceIds;
  const all = value === null || ids.includes(value) ? ids : [value, ...ids];
  return all.map((id) => ({ value: id, label: licenceOf(id).label }));
}

/** The tags of the chosen pictures with how many have each, the most common first. */
export function tagCounts(
  chosen: readonly Pick<Asset, "tags">[],
): { tag: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const tag of chosen.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .toSorted((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1));
}

/** The tags of a line, in lower case as the server keeps them. */
export function tagsOfLine(line: string): string[] {
  const tags = line.split(",").map((tag) => tag.trim().toLowerCase());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

export type TagState = "stays" | "added" | "removed";

/** The next state of a tag that is pressed: one that some lack can be given to all before it is removed. */
export function pressTag(edit: AssetEdit, tag: string, isOnAll: boolean): Partial<AssetEdit> {
  const without = (list: readonly string[]) => list.filter((other) => other !== tag);
  const [add, remove] = [without(edit.add), without(edit.remove)];
  const state = stateOfTag(edit, tag);
  if (state === "stays")
    return isOnAll ? { add, remove: [...remove, tag] } : { add: [...add, tag], remove };
  return state === "added" ? { add, remove: [...remove, tag] } : { add, remove };
}

export function stateOfTag({ add, remove }: AssetEdit, tag: string): TagState {
  if (remove.includes(tag)) return "removed";
  return add.includes(tag) ? "added" : "stays";
}

/** Adds the tags that were typed. */
export function addTyped({ add, remove, typed }: AssetEdit): Partial<AssetEdit> {
  const tags = tagsOfLine(typed);
  return {
    add: [...new Set([...add, ...tags])],
    remove: remove.filter((tag) => !tags.includes(tag)),
    typed: "",
  };
}

export type EditFields = {
  title?: string;
  license?: string;
  is_public?: boolean;
  tags?: { add?: string[]; remove?: string[]; replace?: string[] };
  collection?: string;
};

/** What is sent: only the fields that were touched and differ from what all of them have. */
export function fieldsOf(chosen: readonly Edited[], edit: AssetEdit): EditFields {
  const shared = sharedFields(chosen);
  const fields: EditFields = {};
  const title = edit.title?.trim() ?? null;
  const isLeftMixed = title === "" && shared.title.value === null;
  if (title !== null && title !== shared.title.value && !isLeftMixed) fields.title = title;
  if (edit.license !== null && edit.license !== shared.license.value) fields.license = edit.license;
  if (edit.visibility !== null && edit.visibility !== shared.visibility.value) {
    fields.is_public = edit.visibility === "public";
  }
  if (edit.replace !== null) fields.tags = { replace: tagsOfLine(edit.replace) };
  else {
    const { add, remove } = { ...edit, ...addTyped(edit) };
    if (add.length + remove.length > 0) {
      fields.tags = {
        ...(add.length > 0 && { add: [...add] }),
        ...(remove.length > 0 && { remove: [...remove] }),
      };
    }
  }
  if (edit.collection !== null) fields.collection = edit.collection;
  return fields;
}
