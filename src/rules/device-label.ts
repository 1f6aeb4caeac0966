/** A label for a session's device from its user agent; only for people to recognise it. */

import { t } from "#app/language/message.ts";

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/Linux|X11/, "Linux"],
];

// Most browsers also name the one they derive from: specific ones come first.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

function firstOf(table: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1];
}

/** e.g. "Firefox on Windows"; "Unknown device" for a program or nothing at all. */
export function deviceLabel(userAgent: string | null): string {
  const text = userAgent ?? "";
  const browser = firstOf(browsers, text);
  const system = firstOf(systems, text);
  if (browser === undefined || system === undefined) return browser ?? system ?? t`Unknown device`;
  return t`${browser} on ${system}`;
}
