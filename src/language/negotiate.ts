import { isLanguage, languageCookie, offered, sourceLanguage, type Language } from "./languages.ts";

type Wish = { tag: string; quality: number };

/** The languages of an Accept-Language header (RFC 9110, 12.5.4), the most wanted first; what is not one is passed over. */
function wishesOf(header: string): Wish[] {
  const wishes = header.split(",").flatMap((entry): Wish[] => {
    const found =
      /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*|\*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(entry);
    if (found === null) return [];
    return [{ tag: found[1].toLowerCase(), quality: Math.min(1, Number(found[2] ?? 1)) }];
  });
  // A stable sort: of equally wanted ones the first counts.
  return wishes.toSorted((a, b) => b.quality - a.quality);
}

/**
 * The offered language that a browser wants most, English for none. "de-AT" asks for German too, unless "de" itself is
 * refused; "*" asks for the first that is not refused.
 */
export function acceptedLanguage(header: string | null | undefined): Language {
  if (!header) return sourceLanguage;
  const wishes = wishesOf(header.slice(0, 1_000));
  const refused = new Set(wishes.filter(({ quality }) => quality === 0).map(({ tag }) => tag));
  for (const { tag, quality } of wishes) {
    if (quality === 0) break;
    const found = offered.find(
      (each) => !refused.has(each) && (tag === "*" || tag.split("-", 1)[0] === each),
    );
    if (found !== undefined) return found;
  }
  return sourceLanguage;
}

/** The language that was chosen in this browser, if one was. */
export function languageOfCookie(cookies: string | null | undefined): Language | null {
  const found = new RegExp(`(?:^|;\\s*)${languageCookie}=([\\w-]+)(?:;|$)`).exec(cookies ?? "");
  return isLanguage(found?.[1]) ? found[1] : null;
}

/** The language of an answer: the one chosen in this browser, else the member's, else what the browser asks for. */
export function languageOf(headers: Headers, ofMember?: Language): Language {
  return (
    languageOfCookie(headers.get("cookie")) ??
    ofMember ??
    acceptedLanguage(headers.get("accept-language"))
  );
}
