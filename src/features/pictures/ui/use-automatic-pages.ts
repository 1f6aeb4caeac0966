import { useEffect, type RefObject } from "react";
import { footerId } from "#app/ui/site.ts";

/** The next page is requested when the end of the list is within this distance of the window. */
const ahead = "900px";

/** The keys that scroll to the end of a page. */
const isEndKey = (event: Event) =>
  event instanceof KeyboardEvent &&
  (event.key === "End" || (event.metaKey && event.key === "ArrowDown"));

/**
 * Reads the next page when the end of the list comes near the window. It does not while the footer is visible, has the
 * focus or is being scrolled to by a key: the new page would push away what somebody is looking for.
 * @param end the element below the last item
 * @param enabled false stops it
 */
export function useAutomaticPages(
  end: RefObject<HTMLElement | null>,
  enabled: boolean,
  readMore: () => Promise<void>,
) {
  useEffect(() => {
    const element = end.current;
    if (!enabled || element === null) return undefined;
    const footer = document.getElementById(footerId);
    const state = { isNear: false, isFooterInView: false, isJumping: false };
    const noteFooter = (entries: readonly IntersectionObserverEntry[]) => {
      state.isFooterInView = entries.at(-1)?.isIntersecting ?? state.isFooterInView;
    };
    const noteEnd = (entries: readonly IntersectionObserverEntry[]) => {
      state.isNear = entries.at(-1)?.isIntersecting ?? state.isNear;
    };
    const consider = () => {
      const isFooterWanted =
        state.isFooterInView || state.isJumping || footer?.contains(document.activeElement);
      if (state.isNear && !isFooterWanted) void readMore();
    };
    const inView = new IntersectionObserver((entries) => {
      noteFooter(entries);
      // Both observers may fire in one frame: use what the other one has seen.
      noteEnd(near.takeRecords());
      consider();
    });
    const near = new IntersectionObserver(
      (entries) => {
        noteEnd(entries);
        noteFooter(inView.takeRecords());
        consider();
      },
      { rootMargin: ahead },
    );
    if (footer !== null) inView.observe(footer);
    near.observe(element);
    const stop = new AbortController();
    const { signal } = stop;
    // The focus can leave the footer without a scroll.
    document.addEventListener("focusin", consider, { signal });
    // A jump to the end lasts until the next scroll by other means.
    for (const name of ["keydown", "wheel", "touchstart", "pointerdown"]) {
      document.addEventListener(
        name,
        (event) => {
          state.isJumping = isEndKey(event);
          consider();
        },
        { signal, passive: true },
      );
    }
    return () => {
      inView.disconnect();
      near.disconnect();
      stop.abort();
    };
  }, [end, enabled, readMore]);
}
