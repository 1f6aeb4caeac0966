import { dictionary } from "@zxcvbn-ts/language-common";

/** Common passwords: the library's list of leaked ones (MIT), most common first, in lower case. */
const common = new Set(dictionary["passwords-common"]);

/** True for a password in the list, ignoring case (docs/product.md 5.1). */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize("NFKC").toLowerCase());
}
