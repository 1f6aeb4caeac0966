/** The networks of "Stay Connected", in order, by their usual names. See docs/product.md 2.7. */
export const socialNetworks = {
  x: "X",
  instagram: "Instagram",
  facebook: "Facebook",
  pinterest: "Pinterest",
  whatsapp: "WhatsApp",
  reddit: "Reddit",
} as const;

export type SocialNetwork = keyof typeof socialNetworks;
export type SocialLinks = Record<SocialNetwork, string>;

const frontPages: SocialLinks = {
  x: "https://x.com/",
  instagram: "https://www.instagram.com/",
  facebook: "https://www.facebook.com/",
  pinterest: "https://www.pinterest.com/",
  whatsapp: "https://www.whatsapp.com/",
  reddit: "https://www.reddit.com/",
};

function isNetwork(name: string): name is SocialNetwork {
  return Object.hasOwn(socialNetworks, name);
}

/**
 * Reads "x=https://x.com/you, reddit=https://…": where each network's link leads. Those not named lead to the
 * network's front page (decision 030).
 * @throws Error naming the first part that is not a known network with an https address
 */
export function readSocialLinks(setting: string): SocialLinks {
  const links = { ...frontPages };
  for (const part of setting.split(",").map((piece) => piece.trim())) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const name = part.slice(0, Math.max(0, at)).trim().toLowerCase();
    const address = part.slice(at + 1).trim();
    if (!isNetwork(name) || !URL.canParse(address) || new URL(address).protocol !== "https:") {
      throw new Error(
        `"${part}" is not one of ${Object.keys(socialNetworks).join(", ")} with an https address`,
      );
    }
    links[name] = address;
  }
  return links;
}
