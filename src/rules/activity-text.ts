import { m, plural, t } from "#app/language/message.ts";
import type { ActivityKind } from "./notification-settings.ts";

/** Most sources that a notification counts. */
export const mostSources = 100;

type ActivityFacts = {
  kind: ActivityKind;
  /** The last one who did it. */
  actor: string;
  /** How many did it, or how often, up to `mostSources`. */
  count: number;
  /** Title of the picture; null for follows. */
  picture: string | null;
  /** Name of the last collection. */
  collection?: string;
};

/** "Ada", "Ada and 1 other", "Ada and 3 others". */
function people(actor: string, count: number): string {
  if (count <= 1) return actor;
  if (count >= mostSources) return t`${actor} and more than ${mostSources - 2} others`;
  return plural(count - 1, m`${actor} and 1 other`, m`${actor} and # others`);
}

const times = (count: number) => (count >= mostSources ? `${mostSources}+` : String(count));

/** The texts of a notification about what others did. See docs/product.md 4.4. */
export function activityText({ kind, actor, count, picture, collection }: ActivityFacts): {
  title: string;
  description: string;
} {
  const title = picture || t`Untitled`;
  switch (kind) {
    case "like":
      return { title, description: t`${people(actor, count)} liked your image` };
    case "follow":
      return {
        title:
          count === 1
            ? t`New follower`
            : plural(count, m`${times(count)} new followers`, m`${times(count)} new followers`),
        description: plural(
          count,
          m`${people(actor, count)} follows you`,
          m`${people(actor, count)} follow you`,
        ),
      };
    case "remix":
      return {
        title,
        description:
          count === 1
            ? t`${actor} remixed your image`
            : plural(
                count,
                m`${times(count)} new remixes of your image`,
                m`${times(count)} new remixes of your image`,
              ),
      };
    default:
      return {
        title,
        description:
          count === 1
            ? t`${actor} added your image to “${collection ?? t`Untitled`}”`
            : plural(
                count,
                m`Your image was added to ${times(count)} collections`,
                m`Your image was added to ${times(count)} collections`,
              ),
      };
  }
}
