import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { languages, offered, sourceLanguage, type Language } from "#app/language/languages.ts";
import { t } from "#app/language/message.ts";
import { speaking } from "#app/language/spoken.ts";
import { snapshotKey } from "#app/rules/auth-snapshot.ts";
import { escapeMarkup } from "#app/rules/escape-markup.ts";
import { draftKey, ownPicturesCache } from "#app/rules/member-storage.ts";
import { offlinePictures } from "#app/rules/offline-pictures.ts";
import { themeScript } from "#app/rules/theme-script.ts";

const read = (name: string) => readFileSync(new URL(`../ui/${name}`, import.meta.url), "utf8");

const sheet = `
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;grid-template-rows:var(--bar) 1fr;background:var(--bg);color:var(--ink);
font:0.9375rem/1.5 "Schibsted Grotesk Variable",system-ui,sans-serif}
header{display:flex;align-items:center;gap:10px;padding:0 var(--page);border-bottom:1px solid var(--line);font-weight:600}
header svg{color:var(--ink)}
header path:last-child{stroke:var(--patina)}
main{display:flex;flex-direction:column;align-items:center;justify-content:center;gap:10px;padding:40px 24px 96px;text-align:center}
main[hidden]{display:none}
h1{margin:0;font-size:var(--fs-26);line-height:1.15;letter-spacing:-0.018em;font-weight:550;text-wrap:balance}
p{margin:0;max-width:44ch;color:var(--ink-2);text-wrap:pretty}
.actions{display:flex;flex-wrap:wrap;justify-content:center;gap:8px;margin-top:12px}
a{display:inline-flex;align-items:center;min-height:44px;padding:0 18px;border-radius:999px;background:var(--fill);
color:var(--ink);font-weight:580;font-size:0.875rem;text-decoration:none}
a.first{background:var(--ink);color:var(--on-ink)}
a:focus-visible{outline:0;box-shadow:var(--focus-ring)}
.own{width:100%;max-width:1100px;margin-top:40px;text-align:start}
.own[hidden]{display:none}
h2{margin:0 0 10px;font-size:1.0625rem;line-height:1.3;font-weight:560}
blockquote{margin:0 0 28px;padding:14px 16px;border:1px solid var(--line);border-radius:12px;background:var(--surface);
white-space:pre-wrap;overflow-wrap:anywhere}
ul{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(240px,42vw),1fr));gap:12px}
img{display:block;width:100%;height:auto;border-radius:var(--r-card);background:var(--fill)}
@media (forced-colors:active){a{border:1px solid}a:focus-visible{outline:2px solid}}
`;

const mark = `<svg width="30" height="26" viewBox="0 0 32 28" fill="none" aria-hidden="true">
<path d="M12 3.8a10.2 10.2 0 0 0 0 20.4Z" fill="currentColor"/>
<path d="M15.8 4.9a9.1 9.1 0 0 1 0 18.2" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/>
<path d="M27.4 7.6a12.6 12.6 0 0 1 0 12.8" stroke-width="2.2" stroke-linecap="round"/></svg>`;

/** Shows what the browser keeps of the member who is signed in. A module, so that its names are its own. */
const own = {
  snapshotKey,
  draftPrefix: draftKey(""),
  picturesCache: ownPicturesCache,
  listAddress: offlinePictures.list,
};
const ownSource = readFileSync(new URL("./offline-own.js", import.meta.url), "utf8");
const ownScript = `self.own=${JSON.stringify(own)};\n${ownSource}`;

/** Loads the page that was asked for as soon as the site answers: a browser may say "online" before, or while the site is down. */
const retryScript = `(()=>{let f=()=>fetch("/offline",{method:"HEAD",cache:"no-store"}).then(a=>{if(a.ok)location.reload()},()=>{});
addEventListener("online",f);setInterval(f,5000)})()`;

/** Shows the page in the language that was chosen in this browser, else in the first that the browser itself asks for. */
const languageScript = `(()=>{let d=document,all=[...d.querySelectorAll("main")],
chosen=/(?:^|; )language=([\\w-]+)/.exec(d.cookie)?.[1],
shown=[chosen,...navigator.languages.map(l=>l.split("-")[0])].map(l=>all.find(m=>m.lang===l)).find(m=>m);
if(!shown)return;
for(let m of all)m.hidden=m!==shown;
d.documentElement.lang=shown.lang;d.documentElement.dir=shown.dir;d.title=shown.dataset.title})()`;

/** What the page says in one language. */
function said(language: Language, name: string): string {
  return speaking(language, () => {
    const title = escapeMarkup(t`No connection`);
    const isShown = language === sourceLanguage;
    const section = (kind: string, heading: string, body: string) =>
      `<section class="${kind}" hidden aria-labelledby="${kind}-${language}"><h2 id="${kind}-${language}">${escapeMarkup(heading)}</h2>${body}</section>`;
    return `<main lang="${language}" dir="${languages[language].direction}" data-title="${title}"${isShown ? "" : " hidden"}><h1>${title}</h1>
<p>${escapeMarkup(t`${name} cannot be reached right now. This page opens by itself as soon as there is a connection.`)}</p>
<div class="actions"><a class="first" href="">${escapeMarkup(t`Try again`)}</a><a href="/">${escapeMarkup(t`Back to the wall`)}</a></div>
<div class="own" hidden>${section("draft", t`Your draft in the studio`, "<blockquote></blockquote>")}
${section("pictures", t`Your latest pictures`, "<ul></ul>")}</div></main>`;
  });
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * The page that a browser shows at any address while there is no connection; as it comes from the server it names nobody,
 * and nothing of the site but its name. It holds the words of all languages: the service worker that keeps it does not know
 * which one is read.
 * @param font address of the font, if it is built
 */
export function offlinePage(appName: string, font: string | undefined) {
  const face =
    font === undefined
      ? ""
      : `@font-face{font-family:"Schibsted Grotesk Variable";font-weight:400 900;src:url(${font}) format("woff2")}`;
  const style = `${read("tokens.css")}${face}${sheet}`;
  const name = escapeMarkup(appName);
  const text = `<!doctype html>
<html lang="en" data-theme="light"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>No connection</title>
<style>${style}</style><script>${themeScript}</script></head>
<body><header>${mark}<span>${name}</span></header>
${offered.map((language) => said(language, appName)).join("\n")}
<script>${languageScript}</script><script type="module">${ownScript}</script><script>${retryScript}</script></body></html>
`;
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${[themeScript, languageScript, ownScript, retryScript].map(hashOf).join(" ")}`,
    "font-src 'self'",
    "img-src blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { text, policy };
}
