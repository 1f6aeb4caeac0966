/** Where a list loses an item, the focus goes to the item that follows or precedes it. */
const items = "li, tr, article";
/** What a lost focus stays within. */
const parts = "section, dialog, [popover], main";
const headings = "h1, h2, h3";
const typed = "input:not([type=radio], [type=checkbox]), textarea, select";

const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
const isThere = (element: Element): element is HTMLElement =>
  element.isConnected && isShown(element) && !element.matches(":disabled");
/** Whether no element has the focus. */
const isLost = () => document.activeElement === null || document.activeElement === document.body;
const isCovered = () => document.querySelector("dialog:modal") !== null;

/** Where an element was before it was taken out of the page. */
type Place = { parent: Node; next: Node | null; previous: Node | null };

/** A node that holds the element may have been removed after the element itself: the last removal counts. */
function placeOf(changes: readonly MutationRecord[], element: Element): Place | null {
  let place: Place | null = null;
  let lost: Node = element;
  for (const { removedNodes, target, nextSibling, previousSibling } of changes) {
    if (![...removedNodes].some((removed) => removed.contains(lost))) continue;
    place = { parent: target, next: nextSibling, previous: previousSibling };
    lost = target;
  }
  return place;
}

/** Nothing that does something when it is pressed: a second press of the same key must not do a second thing. */
function beside({ parent, next, previous }: Place): HTMLElement | null {
  const fits = (node: Node | null): node is HTMLElement =>
    node instanceof HTMLElement && node.matches(items) && node.isConnected && isShown(node);
  if (fits(next)) return next;
  if (fits(previous)) return previous;
  if (!(parent instanceof Element)) return null;
  const around = parent.closest(items);
  if (fits(around)) return around;
  for (let part = parent.closest(parts); part; part = part.parentElement?.closest(parts) ?? null) {
    const heading = [...part.querySelectorAll<HTMLElement>(headings)].find(isShown);
    if (heading) return heading;
  }
  return null;
}

const pageHeading = () => document.querySelector<HTMLElement>("main h1");

/** Whether the focus is being placed from here. */
let isPlacing = false;

function focusOn(element: HTMLElement) {
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  isPlacing = true;
  element.focus({ preventScroll: true });
  isPlacing = false;
}

/** After the effects of what React has just rendered: a part that places the focus itself goes first. */
function soon(act: () => void) {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

/** Links that pages were left by, by the key of the page's entry in the history. */
const leftBy = new Map<string, string>();

/** The link in the page that a place of the history was left by. */
function linkLeftBy(key: string | undefined): HTMLAnchorElement | undefined {
  const href = leftBy.get(key ?? "");
  const links = document.querySelectorAll<HTMLAnchorElement>("main a[href]");
  return [...links].find((each) => each.href === href && isShown(each));
}

/**
 * What a dialog was opened by, after it was come back to from another page: the page below it is another element then,
 * and the browser has nothing to give the focus back to.
 */
function linkBelow(dialog: Element | null | undefined): HTMLAnchorElement | undefined {
  if (!dialog || !("navigation" in globalThis)) return undefined;
  // The history may still be at the dialog's own entry.
  const { currentEntry } = navigation;
  const below = navigation.entries()[(currentEntry?.index ?? 0) - 1];
  return linkLeftBy(currentEntry?.key) ?? linkLeftBy(below?.key);
}

/** How many focused elements are remembered. */
const remembered = 10;

/** Follows the focus; when the element that has it is removed, hidden or disabled, the focus goes to what is nearest. */
function followElements() {
  let last: Element | null = null;
  /** The newest first. */
  let earlier: HTMLElement[] = [];
  const follow = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    last = target;
    earlier = [target, ...earlier.filter((each) => each !== target)].slice(0, remembered);
  };
  const restore = (place: Place | null) => {
    const around = last?.isConnected ? last : place?.parent;
    const dialog = around instanceof Element ? around.closest("dialog") : null;
    last = null;
    soon(() => {
      if (!isLost()) return;
      const found =
        (dialog?.open ? undefined : linkBelow(dialog)) ??
        (place && beside(place)) ??
        earlier.find(isThere) ??
        pageHeading();
      if (found !== null) focusOn(found);
    });
  };
  follow(document.activeElement);
  document.addEventListener("focusin", ({ target }) => follow(target));
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (relatedTarget !== null) return;
    queueMicrotask(() => {
      // What was removed or disabled is seen below.
      if (last !== target || !last?.isConnected || last.matches(":disabled")) return;
      // A press on the page's ground takes the focus away on purpose.
      if (isShown(last)) last = null;
      else restore(null);
    });
  });
  new MutationObserver((changes) => {
    if (last === null || !isLost()) return;
    if (!last.isConnected) restore(placeOf(changes, last));
    else if (changes.some(({ target }) => target === last) && isThere(last)) focusOn(last);
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
}

type Arrival = {
  /** The main heading before, as element and as text: the page is there when it is another one. */
  heading: Element | null;
  text: string | null;
  isOtherPath: boolean;
  /** The entry of the history that is arrived at. */
  key: string;
  /** The page has placed the focus itself. */
  isTaken: boolean;
};

function focusArrival({ isOtherPath, key, isTaken }: Arrival) {
  const active = document.activeElement;
  if (isCovered() || (!isLost() && (isTaken || !isOtherPath || active?.matches(typed)))) return;
  const found = linkLeftBy(key) ?? pageHeading() ?? document.querySelector<HTMLElement>("main");
  if (found !== null) focusOn(found);
}

/** After a navigation without a new document the focus goes to the main heading, or to the link that was left by. */
function followPages() {
  // Browsers without the Navigation API keep the focus where it was.
  if (!("navigation" in globalThis)) return;
  let arrival: Arrival | null = null;
  navigation.addEventListener("currententrychange", ({ from }) => {
    const now = navigation.currentEntry;
    if (!now?.url || !from.url) return;
    const [url, before] = [new URL(now.url), new URL(from.url)];
    const isOtherPath = url.pathname !== before.pathname;
    if (!isOtherPath && url.search === before.search) return;
    const link = document.activeElement?.closest<HTMLAnchorElement>("main a[href]");
    if (link) leftBy.set(from.key, link.href);
    const heading = pageHeading();
    const text = heading?.textContent ?? null;
    arrival = { heading, text, isOtherPath, key: now.key, isTaken: false };
  });
  document.addEventListener("focusin", () => {
    if (arrival !== null && !isPlacing) arrival.isTaken = true;
  });
  // Whoever goes on by themselves is not interrupted.
  const forget = () => {
    arrival = null;
  };
  for (const kind of ["keydown", "pointerdown"]) {
    addEventListener(kind, forget, { capture: true, passive: true });
  }
  new MutationObserver(() => {
    const arrived = arrival;
    if (arrived === null) return;
    const heading = pageHeading();
    const isSame = heading === arrived.heading && heading?.textContent === arrived.text;
    if (heading === null || isSame) return;
    soon(() => {
      if (arrival !== arrived) return;
      forget();
      focusArrival(arrived);
    });
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

let isKept = false;

/** Keeps the keyboard's focus on the page: no navigation and no removed control leaves it on the body. Runs once. */
export function keepFocus() {
  if (isKept) return;
  isKept = true;
  followElements();
  followPages();
}
