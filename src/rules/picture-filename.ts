const extension = "\\.(?:jpg|jpeg|png|webp|gif|avif)";
const word = "[a-z0-9]+";
const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

const uuidForm = new RegExp(`^(${uuid})-${word}(?:-${word})*${extension}$`, "i");
const suffixForm = new RegExp(`^${word}(?:-${word})*-[0-9a-f]{8}${extension}$`, "i");
const plainUuid = new RegExp(`^${uuid}$`, "i");

/** Longest name that is matched; longer ones are not our filenames. */
const longest = 255;

/**
 * True for the two forms of a picture's filename: a UUID, a hyphen, a slug and an extension; or a
 * slug that ends in a hyphen and 8 hexadecimal digits, and an extension. Case does not matter.
 * See docs/product.md 5.3.
 */
export function isPictureFilename(name: string): boolean {
  return name.length <= longest && (uuidForm.test(name) || suffixForm.test(name));
}

/** The leading UUID of the older filename form, in lower case, or null. */
export function uuidOfFilename(name: string): string | null {
  if (name.length > longest) return null;
  return uuidForm.exec(name)?.[1].toLowerCase() ?? null;
}

/** True for a bare UUID of any version. */
export function isUuid(value: string): boolean {
  return plainUuid.test(value);
}

/** The last path segment's name without its extension: `a.b.jpg` gives `a.b`. */
export function withoutExtension(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
