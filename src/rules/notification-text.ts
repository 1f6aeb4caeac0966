/** The texts of a notification. See docs/product.md 4.4. */

import { t } from "#app/language/message.ts";

const untitled = () => t`AI Generated Image`;
const failureTitle = () => t`Generation failed`;
const failureReason = () => t`Your image generation encountered an error`;

type Titled = { title?: string | null; metadata?: { title?: string | null } | null };

/** "title", else the metadata's title, else "AI Generated Image"; and how many pictures there are. */
export function completionText(notice: Titled & { imageCount: number }): {
  title: string;
  description: string;
} {
  return {
    title: notice.title || notice.metadata?.title || untitled(),
    description: t`Successfully created ${notice.imageCount} image(s)`,
  };
}

/** "Generation failed" with the given reason, else a general one. */
export function failureText(reason?: string | null): { title: string; description: string } {
  return { title: failureTitle(), description: reason || failureReason() };
}

/** What the panel shows: title, imageTitle, metadata title, then a title by type. */
export function displayTitle(
  notice: Titled & { imageTitle?: string | null; type: string },
): string {
  return (
    notice.title ||
    notice.imageTitle ||
    notice.metadata?.title ||
    (notice.type === "generation_failed" ? failureTitle() : untitled())
  );
}
