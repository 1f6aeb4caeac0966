import { createContext, use } from "react";

export type PageFacts = {
  /** Nonce of the content security policy; the browser does not need it any more. */
  nonce?: string;
  requestId?: string;
};

/** Name of the meta element that contains the request id. */
export const requestIdMeta = "request-id";

/** Values of the response being rendered that must not be part of the page's data. */
export const PageContext = createContext<PageFacts>({});

/** The context of this response; empty in the browser. */
export function usePageFacts(): PageFacts {
  return use(PageContext);
}
