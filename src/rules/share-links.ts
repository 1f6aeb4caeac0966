import { escapeMarkup } from "./escape-markup.ts";

/** What is shared: address of the page and of its picture, both whole, and the title. */
export type Shared = { page: string; image: string; title: string; creator: string };

const link = (address: string, query: Record<string, string>) =>
  `${address}?${new URLSearchParams(query).toString()}`;

/** Where the three sharers of the share dialog lead. See docs/product.md 2.10. */
export function shareLinks({ page, image, title, creator }: Shared) {
  return [
    { name: "Facebook", href: link("https://www.facebook.com/sharer/sharer.php", { u: page }) },
    {
      name: "Twitter",
      href: link("https://twitter.com/intent/tweet", {
        url: page,
        text: `${title}, by ${creator}`,
      }),
    },
    {
      name: "Pinterest",
      href: link("https://www.pinterest.com/pin/create/button/", {
        url: page,
        media: image,
        description: `${title}, by ${creator}`,
      }),
    },
  ] as const;
}

/** An image element to paste into another page. */
export function embedSnippet({ image, title }: Pick<Shared, "image" | "title">): string {
  return `<img src="${escapeMarkup(image)}" alt="${escapeMarkup(title)}">`;
}
