import { paths } from "#app/paths.ts";
import type { Feed } from "../queries.ts";
import { Tab, Tabs } from "#app/ui/tabs.tsx";

/** Name of a feed; null is the newest. See docs/product.md 2.7. */
export const feedTitles = {
  newest: "Freshly Cast",
  picks: "Picks",
  pulse: "Visual Pulse",
} as const;

/** The feeds of the home page and the related lists, named as in the mega menu. */
export function FeedTabs({ feed, shape }: { feed: Feed | null; shape: string | null }) {
  const tabs = [
    { title: feedTitles.newest, to: paths.home({ shape }), isHere: feed === null },
    { title: feedTitles.picks, to: paths.home({ feed: "picks", shape }), isHere: feed === "picks" },
    { title: "Fragments", to: paths.fragments(), isHere: false },
    { title: "Echoed Creators", to: paths.creators(), isHere: false },
    { title: feedTitles.pulse, to: paths.home({ feed: "pulse", shape }), isHere: feed === "pulse" },
  ];
  return (
    <Tabs label="Feeds">
      {tabs.map(({ title, to, isHere }) => (
        <Tab key={title} to={to} chosen={isHere}>
          {title}
        </Tab>
      ))}
    </Tabs>
  );
}
