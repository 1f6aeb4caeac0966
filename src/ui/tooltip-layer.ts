import { tooltipDelay } from "#app/rules/tooltip-delay.ts";
import "./tooltip-layer.css";

const tipId = "tooltip";
/** Distance between an element and its tooltip, and between the tooltip and the window's edge, in px. */
const gap = 8;

let bubble: HTMLElement | null = null;
let shownFor: Element | null = null;
let lastHidden: number | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** A popover is above everything, including dialogs; it ignores the pointer and closes nothing else. */
function bubbleOf(document: Document): HTMLElement {
  if (bubble?.isConnected) return bubble;
  bubble = document.createElement("div");
  bubble.id = tipId;
  bubble.className = "tip";
  bubble.setAttribute("role", "tooltip");
  bubble.popover = "manual";
  document.body.append(bubble);
  return bubble;
}

function place(tip: HTMLElement, over: Element) {
  const at = over.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const below = at.bottom + gap;
  const top = below + height > innerHeight ? at.top - gap - height : below;
  const middle = at.left + at.width / 2 - width / 2;
  const left = Math.max(gap, Math.min(middle, innerWidth - width - gap));
  tip.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
}

/** Screen readers announce a tooltip that differs from the element's own name. */
function describe(element: Element, text: string) {
  if (element.getAttribute("aria-label") === text || element.textContent?.trim() === text) return;
  if (!element.hasAttribute("aria-describedby")) element.setAttribute("aria-describedby", tipId);
}

/** Hides the tooltip of an element that goes away: the browser reports neither a left pointer nor a lost focus then. */
let watch: MutationObserver | undefined;

function hideWith(element: Element) {
  watch = new MutationObserver(() => {
    if (!element.isConnected || !element.checkVisibility()) hide();
  });
  watch.observe(document, { childList: true, subtree: true, attributeFilter: ["open", "hidden"] });
}

function hide() {
  if (shownFor === null) return;
  watch?.disconnect();
  if (shownFor.getAttribute("aria-describedby") === tipId) {
    shownFor.removeAttribute("aria-describedby");
  }
  shownFor = null;
  lastHidden = performance.now();
  if (bubble?.isConnected) bubble.hidePopover();
}

function show(element: Element) {
  const text = element.getAttribute("data-tip");
  // Pointer and focus may have moved while this code was loading; an open panel replaces the tooltip.
  if (!text || !element.matches(":is(:hover, :focus):not([aria-expanded=true])")) return;
  hide();
  const tip = bubbleOf(document);
  tip.textContent = text;
  tip.showPopover();
  place(tip, element);
  shownFor = element;
  hideWith(element);
  describe(element, text);
}

/** Whether the pointer is on the tooltip or between it and its element. */
function isOverTip({ clientX: x, clientY: y }: PointerEvent): boolean {
  if (bubble === null) return false;
  const { left, right, top, bottom } = bubble.getBoundingClientRect();
  return x > left && x < right && y > top - gap && y < bottom + gap;
}

/** Shows a tooltip when the pointer enters an element, or when it gets keyboard focus. */
export function showTooltip(event: Event, stopped: AbortSignal) {
  const element = event.target instanceof Element ? event.target.closest("[data-tip]") : null;
  if (element === null || element === shownFor) return;
  const isFocus = event.type === "focusin";
  if (isFocus && !element.matches(":focus-visible")) return;
  if (!isFocus && (event as PointerEvent).pointerType === "touch") return;
  clearTimeout(timer);
  const leave = new AbortController();
  const away = () => {
    leave.abort();
    clearTimeout(own);
    hide();
  };
  const signal = AbortSignal.any([leave.signal, stopped]);
  // The pointer may move onto the tooltip, which is read with a magnifier there (WCAG 1.4.13).
  function stay(moved: PointerEvent) {
    if (shownFor !== element) leave.abort();
    else if (!isOverTip(moved)) away();
  }
  function left(event: Event) {
    if (shownFor === element && isOverTip(event as PointerEvent)) {
      addEventListener("pointermove", stay, { signal });
    } else away();
  }
  if (isFocus) element.addEventListener("focusout", away, { signal });
  else element.addEventListener("pointerleave", left, { signal });
  element.addEventListener("pointerdown", away, { signal });
  addEventListener("keydown", (pressed) => pressed.key === "Escape" && away(), { signal });
  addEventListener("scroll", away, { signal, capture: true, passive: true });
  // Another element's may be running when this one's listeners end.
  const own = setTimeout(
    () => show(element),
    isFocus ? 0 : tooltipDelay(performance.now(), lastHidden),
  );
  timer = own;
}
