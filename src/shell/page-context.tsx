import { createContext, use } from "react";

export type PageFacts = {
  /** Nonce of the content security policy; in the browser it is no longer needed. */
  nonce?: string;
  requestId?: string;
};

/** Name of the meta element that carries the request's id to the browser. */
export const requestIdMeta = "request-id";

/** Facts of the answer being rendered that must not travel with the page's data. */
export const PageContext = createContext<PageFacts>({});

/** The facts of this answer; empty in the browser. */
export function usePageFacts(): PageFacts {
  return use(PageContext);
}
