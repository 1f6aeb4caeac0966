import { paths } from "#app/paths.ts";

export type LinkGroup = { title: string; links: readonly (readonly [label: string, to: string])[] };

/** The groups of links in the menu and the footer. See docs/product.md 2.7. */
export const linkGroups: readonly LinkGroup[] = [
  {
    title: "Discover",
    links: [
      ["Freshly Cast", paths.home()],
      ["Echoed Creators", paths.creators()],
      ["Picks", paths.home({ feed: "picks" })],
      ["Fragments", paths.fragments()],
      ["Visual Pulse", paths.home({ feed: "pulse" })],
    ],
  },
  {
    title: "Platform",
    links: [
      ["About", paths.page("about")],
      ["Blog", paths.blog()],
      ["System Pulse", paths.status()],
      ["Privacy", paths.page("privacy")],
      ["Terms", paths.page("terms")],
    ],
  },
  {
    title: "Help & Feedback",
    links: [
      ["Contact", paths.contact()],
      ["Changelog", paths.page("changelog")],
      ["Idea vault", paths.contactForm("idea")],
      ["Bug report", paths.contactForm("bug")],
      ["Feature request", paths.contactForm("feature")],
    ],
  },
  {
    title: "Services",
    links: [
      ["Prompt guide", paths.page("prompt-guide")],
      ["Generate+", paths.studio()],
      ["Creators directory", paths.creators({ sort: "newest" })],
      ["Commission", paths.contactForm("commission")],
    ],
  },
];
