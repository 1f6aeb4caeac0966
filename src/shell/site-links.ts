import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";

export type LinkGroup = { title: string; links: readonly (readonly [label: string, to: string])[] };

/** The groups of links in the menu and the footer. See docs/product.md 2.7. */
export const linkGroups: readonly LinkGroup[] = [
  {
    title: t`Discover`,
    links: [
      [t`Freshly Cast`, paths.home()],
      [t`Echoed Creators`, paths.creators()],
      [t`Picks`, paths.home({ feed: "picks" })],
      [t`Fragments`, paths.fragments()],
      [t`Visual Pulse`, paths.home({ feed: "pulse" })],
    ],
  },
  {
    title: t`Platform`,
    links: [
      [t`About`, paths.page("about")],
      [t`Blog`, paths.blog()],
      [t`System Pulse`, paths.status()],
      [t`Privacy`, paths.page("privacy")],
      [t`Terms`, paths.page("terms")],
    ],
  },
  {
    title: t`Help & Feedback`,
    links: [
      [t`Contact`, paths.contact()],
      [t`Changelog`, paths.page("changelog")],
      [t`Idea vault`, paths.contactForm("idea")],
      [t`Bug report`, paths.contactForm("bug")],
      [t`Feature request`, paths.contactForm("feature")],
    ],
  },
  {
    title: t`Services`,
    links: [
      [t`Prompt guide`, paths.page("prompt-guide")],
      [t`Generate+`, paths.studio()],
      [t`Creators directory`, paths.creators({ sort: "newest" })],
      [t`Commission`, paths.contactForm("commission")],
    ],
  },
];
