/** Which notifications a member gets, and where. See docs/product.md 4.4. */

import { t } from "#app/language/message.ts";

/** What others do with a member's work; notifications of casts and of decisions always come. */
export const activityKinds = ["like", "follow", "remix", "collection"] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const digestTimes = ["never", "daily", "weekly"] as const;
export type DigestTime = (typeof digestTimes)[number];

export type NotificationSettings = {
  /** Kinds that are shown on the site. */
  site: readonly ActivityKind[];
  /** Kinds that are in the mail digest. */
  mail: readonly ActivityKind[];
  digest: DigestTime;
};

/** The settings of a member who has changed none: everything on the site, no mail. */
export const defaultSettings: NotificationSettings = {
  site: activityKinds,
  mail: activityKinds,
  digest: "never",
};

/** What people read for a kind. */
export const activityLabels: Record<ActivityKind, string> = {
  like: t`Likes`,
  follow: t`New followers`,
  remix: t`Remixes`,
  collection: t`Collections`,
};

/** Where notifications of a kind go. */
export function channelsOf(
  { site, mail, digest }: NotificationSettings,
  kind: ActivityKind,
): { site: boolean; mail: boolean } {
  return { site: site.includes(kind), mail: digest !== "never" && mail.includes(kind) };
}
