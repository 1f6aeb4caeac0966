import { createContext, use } from "react";
import type { SessionUser } from "../queries.ts";

export type SignInMode = "login" | "signup" | "reset";

export type SignInOptions = {
  /**
   * Where to go afterwards, a path of this site; without it the visitor stays on the page. What the visitor pressed can
   * be part of it (`withIntent`).
   */
  next?: string;
  /**
   * Does what the visitor pressed, here on the page, which stays; `next` then is for those who leave it to sign in,
   * e.g. with Google.
   */
  run?: (member: SessionUser) => void;
  /** Defaults to "login". */
  mode?: SignInMode;
  /** Also puts `/login?next=` into the address bar, as pressing Generate must (acceptance row ST-04). */
  address?: boolean;
};

export type OpenSignIn = (options?: SignInOptions) => void;

export const SignInContext = createContext<OpenSignIn>(() => undefined);

/** Opens the sign-in dialog over the current page. See docs/product.md 2.9 and 4.3. */
export function useSignIn(): OpenSignIn {
  return use(SignInContext);
}

/** The dialog's code, loaded once. */
export const loadSignIn = () => import("./sign-in-dialog.tsx");

const prepare = () => void loadSignIn();

/**
 * Props for buttons that open the dialog: its code is loaded before the click. `<button {...signInIntent} onClick={…}>`
 */
export const signInIntent = { onPointerEnter: prepare, onFocus: prepare, onPointerDown: prepare };
