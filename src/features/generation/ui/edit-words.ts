import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { isExtended } from "#app/rules/edit-limits.ts";
import type { Cast } from "../queries.ts";

/** What an edit changed of its source, in a few words; nothing for other casts. */
export function editTexts(edit: Cast["edit"]): string[] {
  if (edit === null) return [];
  return [
    ...(edit.maskId === null ? [] : [t`a marked part`]),
    ...(isExtended(edit.extend) ? [t`beyond the edges`] : []),
    ...(edit.grow === 0 ? [] : [t`grown by ${edit.grow}`]),
    ...(edit.feather === 0 ? [] : [t`feathered by ${edit.feather}`]),
  ];
}

/** Where the settings of a cast are used again: an edit in the editor, as long as its source is there. */
export function reuseAddress({ id, edit, source, sourceUploadId }: Cast): string {
  if (edit !== null && sourceUploadId !== null) {
    return paths.edit({ upload: sourceUploadId, reuse: id });
  }
  if (edit !== null && source !== null) return paths.edit({ source: source.pictureId, reuse: id });
  return paths.studio({ reuse: id });
}
