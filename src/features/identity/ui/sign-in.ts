import { createContext, use } from "react";

export type SignInMode = "login" | "signup" | "reset";

export type SignInOptions = {
  /** Where to go afterwards, a path of this site; absent: the visitor stays where they are. */
  next?: string;
  /** "login" unless said otherwise. */
  mode?: SignInMode;
  /** Also puts `/login?next=` into the address bar, as pressing Generate must (acceptance row ST-04). */
  address?: boolean;
};

export type OpenSignIn = (options?: SignInOptions) => void;

export const SignInContext = createContext<OpenSignIn>(() => undefined);

/** Opens the sign-in dialog over whatever page is shown. See docs/product.md 2.9 and 4.3. */
export function useSignIn(): OpenSignIn {
  return use(SignInContext);
}

/** The dialog's code, loaded once. */
export const loadSignIn = () => import("./sign-in-dialog.tsx");

const prepare = () => void loadSignIn();

/** For what opens the dialog: its code is loaded when the press is near. `<button {...signInIntent} onClick={…}>` */
export const signInIntent = { onPointerEnter: prepare, onFocus: prepare, onPointerDown: prepare };
