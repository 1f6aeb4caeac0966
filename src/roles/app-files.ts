import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { offlinePage } from "./offline-page.ts";
import { once } from "#app/lib/once.ts";
import { filePolicy } from "#app/lib/security-headers.ts";
import { ownPicturesCache } from "#app/rules/member-storage.ts";

/** A file that is made by the program rather than built, when it is first asked for. */
export type MadeFile = {
  address: string;
  type: string;
  make: () => { text: string; policy: string };
};

/** The colours behind the page in the light theme (ui/tokens.css, --bg). */
const ground = "#f8fafa";

function manifest(appName: string): string {
  return JSON.stringify({
    id: "/",
    name: appName,
    short_name: appName,
    description: "An AI image studio and public gallery",
    lang: "en",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: ground,
    theme_color: ground,
    categories: ["graphics", "photo"],
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "/icon-maskable-192.png", sizes: "192x192", type: "image/png", purpose: "maskable" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Create", url: "/dashboard/studio/remix" },
      { name: "Cast log", url: "/dashboard/work/cast-log" },
    ],
  });
}

/** The font of the pages for Latin text, among the built files. */
const latinFont = /^\/assets\/schibsted-grotesk-latin-wght-normal-[\w-]+\.woff2$/;

const workerSource = readFileSync(new URL("./service-worker.js", import.meta.url), "utf8");

/**
 * What makes the site an app that can be installed: its manifest, its service worker, and the page that the worker shows
 * without a connection. The worker differs with each release, so that it drops the files of the one before.
 * @param built addresses of the built files
 */
export function appFiles(appName: string, built: readonly string[]): MadeFile[] {
  const font = built.find((address) => latinFont.test(address));
  const offline = "/offline";
  // The texts of all languages are in it.
  const page = once(() => offlinePage(appName, font));
  const worker = () => {
    const release = createHash("sha256")
      .update([workerSource, page().text, ...built.toSorted()].join("\n"))
      .digest("base64url")
      .slice(0, 16);
    const kept = [offline, ...(font === undefined ? [] : [font])];
    const app = JSON.stringify({ release, kept, offline, ownPictures: ownPicturesCache });
    return {
      text: `self.app = ${app};\n${workerSource}`,
      // It asks the site alone; the policy for files would forbid that too.
      policy: "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    };
  };
  return [
    { address: offline, type: "text/html; charset=utf-8", make: page },
    {
      address: "/manifest.webmanifest",
      type: "application/manifest+json",
      make: () => ({ text: manifest(appName), policy: filePolicy }),
    },
    { address: "/sw.js", type: "text/javascript; charset=utf-8", make: worker },
  ];
}
