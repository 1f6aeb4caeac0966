/** What no page needs before somebody uses it: loaded on the first press of a key or of the pointer. */
import { keepFocus } from "#app/ui/keep-focus.ts";

export { ErrorPage } from "./error-page.tsx";

/** Called on the first press. */
export function startLateParts() {
  keepFocus();
}
