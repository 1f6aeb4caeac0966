import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import type { Feed } from "../queries.ts";
import { Tab, Tabs } from "#app/ui/tabs.tsx";

/** Name of a feed; null is the newest. See docs/product.md 2.7. */
export const feedTitles = {
  newest: t`Freshly Cast`,
  picks: t`Picks`,
  pulse: t`Visual Pulse`,
} as const;

type FeedTabsProps = {
  /** The feed or list that is shown; null is the newest. */
  here: Feed | "fragments" | "creators" | null;
  shape?: string | null;
};

/** The feeds of the home page and the related lists, named as in the mega menu. */
export function FeedTabs({ here, shape }: FeedTabsProps) {
  const tabs = [
    [null, feedTitles.newest, paths.home({ shape })],
    ["picks", feedTitles.picks, paths.home({ feed: "picks", shape })],
    ["fragments", t`Fragments`, paths.fragments()],
    ["creators", t`Echoed Creators`, paths.creators()],
    ["pulse", feedTitles.pulse, paths.home({ feed: "pulse", shape })],
  ] as const;
  return (
    <Tabs label={t`Feeds`}>
      {tabs.map(([key, title, to]) => (
        <Tab key={title} to={to} chosen={key === here}>
          {title}
        </Tab>
      ))}
    </Tabs>
  );
}
