/** The privacy page names everything that the site keeps in a browser. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { languageCookie } from "#app/language/languages.ts";
import { snapshotKey } from "#app/rules/auth-snapshot.ts";
import {
  draftKey,
  editsKey,
  notificationsKey,
  ownPicturesCache,
  searchesKey,
} from "#app/rules/member-storage.ts";
import { singleKeysFlag } from "#app/rules/shortcut.ts";
import { themeKey } from "#app/rules/theme.ts";

/** Where the sources keep something, and the name that the page has for it. */
const names: Readonly<Record<string, string>> = {
  "src/adapters/accounts/better-auth.ts: session_token": "echoform.session_token",
  "src/adapters/accounts/better-auth.ts: dont_remember": "echoform.dont_remember",
  "src/adapters/accounts/better-auth.ts: state": "echoform.state",
  "src/adapters/accounts/known-browsers.ts: name": "echoform.known",
  "src/features/generation/ui/offline-pictures.ts: ownPicturesCache": ownPicturesCache,
  "src/features/generation/ui/use-draft.ts: key": draftKey("…"),
  "src/features/generation/ui/use-edit.ts: key": editsKey("…"),
  "src/features/identity/http/language.ts: languageCookie": languageCookie,
  "src/features/identity/ui/auth-channel.ts: snapshotKey": snapshotKey,
  "src/features/notifications/ui/notification-store.ts: notificationsKey(memberId)":
    notificationsKey("…"),
  "src/features/pictures/ui/density-switch.tsx: cookie": "density",
  "src/features/pictures/ui/wall-memory.ts: order": "walls",
  "src/features/pictures/ui/wall-memory.ts: prefix + key": "wall:…",
  "src/features/search/ui/recent-searches.ts: searchesKey": searchesKey,
  "src/roles/offline-own.js: picturesCache": ownPicturesCache,
  "src/roles/service-worker.js: cacheName": "release-…",
  "src/shell/logo.tsx: pulseFlag": "logoPulseShown",
  "src/shell/search-hint.tsx: hintFlag": "searchHintShown",
  "src/ui/single-keys.ts: singleKeysFlag.name": singleKeysFlag.name,
  "src/ui/use-theme.ts: themeKey": themeKey,
};

/** The cookies of the accounts library that are never set: its caches are switched off. */
const unused = new Set(["session_data", "account_data"]);

/** They keep things under names that others give them. */
const carriers = new Set(["src/ui/stored.ts", "src/ui/set-aside.ts"]);

/** What keeps something under a name, which the group has; a null as the value removes it. */
const writes = [
  /\bwriteStored\(\s*([^,]+?),(?!\s*null\))/g,
  /\.setItem\(\s*([^,]+?),/g,
  /\b(?:localStorage|sessionStorage)\[([^\]]+)\]\s*=[^=]/g,
  /\bcaches\.open\(\s*([^)]+?)\)/g,
  /\bindexedDB\.open\(\s*([^,)]+)/g,
  /\bsetCookie\(\s*\w+,\s*([^,]+?),/g,
  /["'`](?:\$\{(\w+)\}|([\w-]+))=[^\n]*;\s*path=\//gi,
];
/** The names of the cookies that the accounts library is given. */
const libraryCookies = /\[([^\]]+)\]\.map\(\(name\) => \[\s*name,\s*\{ name: cookieName/;

const root = new URL("..", import.meta.url);
const sources = globSync("src/**/*.{ts,tsx,js}", { cwd: root })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(new URL(path, root), "utf8") }));

/** The names, as written there, under which a file keeps something. */
function keptBy(path: string, text: string): string[] {
  if (carriers.has(path)) return [];
  const found = writes.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, name, other]) => name ?? other),
  );
  const given = libraryCookies.exec(text)?.[1].matchAll(/"(\w+)"/g) ?? [];
  return [...found, ...[...given].map(([, name]) => name).filter((name) => !unused.has(name))];
}

/** The rows of a section's tables: the names in the first cell, and the other cells. */
function rowsOf(section: string): { named: string[]; cells: string[] }[] {
  return section.split("\n").flatMap((line) => {
    if (!line.startsWith("| `")) return [];
    const [first, ...cells] = line.split("|").slice(1, -1);
    return [{ named: [...first.matchAll(/`([^`]+)`/g)].map(([, name]) => name), cells }];
  });
}

const page = readFileSync(new URL("content/pages/privacy.md", root), "utf8");
const rows = rowsOf(/\n## In your browser\n([\s\S]*?)\n## /.exec(page)?.[1] ?? "");

test("every place in the sources that keeps something in a browser has its name in the privacy page", () => {
  const places = sources.flatMap(({ path, text }) =>
    keptBy(path, text).map((name) => `${path}: ${name}`),
  );
  expect([...new Set(places)].toSorted()).toEqual(Object.keys(names).toSorted());
});

test("the privacy page names what is kept in a browser and nothing else", () => {
  const named = rows.flatMap((row) => row.named);
  expect(named.toSorted()).toEqual([...new Set(Object.values(names))].toSorted());
});

test("the privacy page says what for, how long, and what a sign-out does, for all that is kept in a browser", () => {
  for (const { named, cells } of rows) {
    expect([named, cells.map((cell) => cell.trim() !== "")]).toEqual([named, [true, true, true]]);
  }
});

test("every name of the privacy page is one in the sources", () => {
  for (const name of Object.values(names)) {
    const stem = name.replace(/^echoform\./, "").replace(/…$/, "");
    const literals = [`"${stem}"`, `\`${stem}\${`];
    const has = sources.some(({ text }) => literals.some((literal) => text.includes(literal)));
    expect([name, has]).toEqual([name, true]);
  }
});

test.each([
  ["writeStored(newFlag, text)", ["newFlag"]],
  ["writeStored(oldFlag, null)", []],
  ['localStorage.setItem("a", "b");', ['"a"']],
  ["sessionStorage[name] = text;", ["name"]],
  ['await caches.open("files")', ['"files"']],
  ['indexedDB.open("things", 1)', ['"things"']],
  ['setCookie(c, "seen", "1")', ['"seen"']],
  ["document.cookie = `${seen}=1; path=/`;", ["seen"]],
  ['"seen=1; Path=/; HttpOnly"', ["seen"]],
])("%s is seen as keeping %j", (text, kept) => {
  expect(keptBy("src/some.ts", text)).toEqual(kept);
});
