import { t } from "#app/language/message.ts";
import { escapeMarkup } from "./escape-markup.ts";

/** The shared page: its absolute URL, its picture's absolute URL, and the title. */
export type Shared = { page: string; image: string; title: string; creator: string };

const link = (address: string, query: Record<string, string>) =>
  `${address}?${new URLSearchParams(query).toString()}`;

/** Targets of the three share links. See docs/product.md 2.10. */
export function shareLinks({ page, image, title, creator }: Shared) {
  return [
    { name: "Facebook", href: link("https://www.facebook.com/sharer/sharer.php", { u: page }) },
    {
      name: "Twitter",
      href: link("https://twitter.com/intent/tweet", {
        url: page,
        text: t`${title}, by ${creator}`,
      }),
    },
    {
      name: "Pinterest",
      href: link("https://www.pinterest.com/pin/create/button/", {
        url: page,
        media: image,
        description: t`${title}, by ${creator}`,
      }),
    },
  ] as const;
}

/** An image element for another page. */
export function embedSnippet({ image, title }: Pick<Shared, "image" | "title">): string {
  return `<img src="${escapeMarkup(image)}" alt="${escapeMarkup(title)}">`;
}
