import { createRequire } from "node:module";
import type * as language from "@zxcvbn-ts/language-common";

const load = createRequire(import.meta.url);

/**
 * True for a common password, ignoring case (docs/product.md 5.1): one of the library's list of leaked ones (MIT), in
 * lower case. The list is loaded for the first password, since it takes 3 MB; a search through all of it takes a
 * fraction of a millisecond, where a set would take another 1.3 MB.
 */
export function isCommonPassword(password: string): boolean {
  const { dictionary } = load("@zxcvbn-ts/language-common") as typeof language;
  return dictionary["passwords-common"].includes(password.normalize("NFKC").toLowerCase());
}
