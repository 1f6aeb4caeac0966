import { t } from "#app/language/message.ts";
import { images } from "./counted.ts";
import type { NotificationType } from "./notification-list.ts";
import { failureText } from "./notification-text.ts";

/** Notifications that a browser shows while the site is closed. See docs/product.md 4.4. */

/** Whether notifications of a type are sent to browsers: decisions of moderators are for the site and the mail alone. */
export function isPushed(type: NotificationType): boolean {
  return type !== "moderation";
}

type Notice = {
  type: NotificationType;
  title: string;
  description: string;
  imageCount: number | null;
};

/**
 * What a browser shows of a notification; null for a type that is never sent. It may be read on a locked screen, so that
 * of a cast it says nothing of the prompt, from which the cast's title is made.
 */
export function pushText({
  type,
  title,
  description,
  imageCount,
}: Notice): { title: string; body: string } | null {
  if (!isPushed(type)) return null;
  if (type === "generation_completed") {
    const count = imageCount ?? 1;
    return { title: t`Your cast is done`, body: images(count) };
  }
  if (type === "generation_failed") {
    const { title: failed, description: general } = failureText();
    return { title: failed, body: general };
  }
  // "Ada liked your image" says more than the image's title; that of a follow would say it twice.
  return { title: description, body: type === "follow" ? "" : title };
}
