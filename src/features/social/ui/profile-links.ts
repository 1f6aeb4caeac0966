type Linked = {
  website: string | null;
  twitterUsername: string | null;
  instagramUsername: string | null;
  linkedinUsername: string | null;
};

/** A name as it is written in an address, without the @ that some put before it. */
const handle = (name: string) => encodeURIComponent(name.replace(/^@/, ""));

function websiteLink(website: string): { label: string; href: string } | null {
  const url = URL.canParse(website) ? new URL(website) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) return null;
  const label = url.host.replace(/^www\./, "") + url.pathname.replace(/\/$/, "");
  return { label, href: url.href };
}

/** Where a creator can be found elsewhere; only http addresses. */
export function profileLinks(profile: Linked): { label: string; href: string }[] {
  const { website, twitterUsername, instagramUsername, linkedinUsername } = profile;
  return [
    website === null ? null : websiteLink(website),
    twitterUsername && { label: "X", href: `https://x.com/${handle(twitterUsername)}` },
    instagramUsername && {
      label: "Instagram",
      href: `https://www.instagram.com/${handle(instagramUsername)}`,
    },
    linkedinUsername && {
      label: "LinkedIn",
      href: `https://www.linkedin.com/in/${handle(linkedinUsername)}`,
    },
  ].filter((link) => link !== null && link !== "");
}
