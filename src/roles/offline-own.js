/**
 * On the page for times without a connection: shows what the browser keeps of the member who is signed in, the studio's
 * draft and the latest pictures of the installed app. The snapshot of the session says who that is; an end of the session
 * removes it.
 *
 * `self.own` is written before it by offline-page.ts.
 */

const { snapshotKey, draftPrefix, picturesCache, listAddress } = self.own;
/** In the language that is shown. */
const area = document.querySelector("main:not([hidden]) .own");

/** What is stored under a name, or an empty object. */
function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {};
  }
}

function show(section) {
  section.hidden = false;
  area.hidden = false;
}

function showDraft(memberId) {
  const { prompt } = stored(draftPrefix + memberId);
  if (typeof prompt !== "string" || prompt.trim() === "") return;
  const section = area.querySelector(".draft");
  section.querySelector("blockquote").textContent = prompt;
  show(section);
}

async function itemOf(cache, { src, prompt, width, height }) {
  const file = await cache.match(src);
  if (file === undefined) return [];
  const item = document.createElement("li");
  const picture = Object.assign(new Image(width, height), { alt: prompt, title: prompt });
  picture.src = URL.createObjectURL(await file.blob());
  item.append(picture);
  return [item];
}

async function showPictures(memberId) {
  const cache = await caches.open(picturesCache);
  const list = await (await cache.match(listAddress))?.json();
  if (list?.memberId !== memberId) return;
  const section = area.querySelector(".pictures");
  const items = await Promise.all(list.pictures.map((picture) => itemOf(cache, picture)));
  section.querySelector("ul").append(...items.flat());
  if (items.flat().length > 0) show(section);
}

const memberId = stored(snapshotKey).user?.id;
if (typeof memberId === "string") {
  showDraft(memberId);
  if ("caches" in self) void showPictures(memberId);
}
