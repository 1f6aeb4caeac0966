import { createContext, use } from "react";

export type PageFacts = {
  /** Nonce of the content security policy; in the browser it is no longer needed. */
  nonce?: string;
  requestId?: string;
};

/** Facts of the answer being rendered that must not travel with the page's data. */
export const PageContext = createContext<PageFacts>({});

/** The facts of this answer; empty in the browser. */
export function usePageFacts(): PageFacts {
  return use(PageContext);
}
