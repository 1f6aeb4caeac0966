import { dictionary } from "@zxcvbn-ts/language-common";

/** The passwords that guessing begins with: the library's list of leaked ones (MIT), most common first, in lower case. */
const common = new Set(dictionary["passwords-common"]);

/** True for a password that stands in the list, whatever its capitals (docs/product.md 5.1). */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize("NFKC").toLowerCase());
}
