import { t } from "#app/language/message.ts";

type Linked = {
  website: string | null;
  twitterUsername: string | null;
  instagramUsername: string | null;
  linkedinUsername: string | null;
};

/** A handle as used in URLs, without a leading @. */
const handle = (name: string) => encodeURIComponent(name.replace(/^@/, ""));

function websiteLink(website: string): { label: string; href: string } | null {
  const url = URL.canParse(website) ? new URL(website) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) return null;
  const label = url.host.replace(/^www\./, "") + url.pathname.replace(/\/$/, "");
  return { label, href: url.href };
}

/** A creator's links to other sites; http and https only. */
export function profileLinks(profile: Linked): { label: string; href: string }[] {
  const { website, twitterUsername, instagramUsername, linkedinUsername } = profile;
  return [
    website === null ? null : websiteLink(website),
    twitterUsername && { label: "X", href: `https://x.com/${handle(twitterUsername)}` },
    instagramUsername && {
      label: t`Instagram`,
      href: `https://www.instagram.com/${handle(instagramUsername)}`,
    },
    linkedinUsername && {
      label: t`LinkedIn`,
      href: `https://www.linkedin.com/in/${handle(linkedinUsername)}`,
    },
  ].filter((link) => link !== null && link !== "");
}
