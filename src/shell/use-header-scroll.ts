import { useEffect, type RefObject } from "react";
import { headerAfterScroll, headerAtRest, isNearTop } from "#app/rules/header-scroll.ts";

/** Elements that keep the bar visible: keyboard focus inside, or an open panel that belongs to it. */
const holds = ":has(:focus-visible, :popover-open, [aria-expanded=true])";

/**
 * Hides the bar and sets its shadow by the scroll rule, through attributes that the style sheet reads, so that
 * scrolling renders nothing. See docs/product.md 4.8.
 */
export function useHeaderScroll(header: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const bar = header.current;
    if (bar === null) return undefined;
    const stop = new AbortController();
    const options = { signal: stop.signal, passive: true };
    let state = headerAtRest;
    const show = (hidden: boolean) => bar.toggleAttribute("data-hidden", hidden);
    const scrolled = () => {
      const held = bar.matches(holds);
      state = headerAfterScroll(state, { y: scrollY, bar: bar.offsetHeight, held });
      show(state.hidden);
      bar.toggleAttribute("data-scrolled", state.shadow);
    };
    const back = () => {
      state = { ...state, hidden: false };
      show(false);
    };
    scrolled();
    addEventListener("scroll", scrolled, options);
    addEventListener("pointermove", ({ clientY }) => isNearTop(clientY) && back(), options);
    bar.addEventListener("focusin", back, options);
    return () => stop.abort();
  }, [header]);
}
