/** Names longer than this are cut; file systems stop at 255 bytes. */
const longestStem = 120;

/** What no file system or header should get: controls, separators, quotes, characters that hide or turn text. */
const unfit = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029"*/:<>?\\|%;]/gu;

/** A name from outside as a harmless stem: no path, no extension of its own, no leading dots. */
export function fileStem(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const stem = last
    .toWellFormed()
    .replace(/\.(?:jpe?g|png|webp|gif|avif)$/i, "")
    .replace(unfit, " ")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|[. ]+$/g, "");
  return Array.from(stem).slice(0, longestStem).join("").trim();
}

/** Bytes outside attr-char of RFC 5987 are percent-encoded. */
function extended(value: string): string {
  return encodeURIComponent(value).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * The value of Content-Disposition for a download (RFC 6266): a plain ASCII name that every client reads, and
 * the true name beside it where they differ.
 * @param extension without the dot
 */
export function attachment(name: string, extension: string): string {
  const stem = fileStem(name) || "picture";
  const ascii =
    stem
      .normalize("NFKD")
      .replace(/[^\x20-\x7E]/g, "")
      .replace(/\s+/g, " ")
      .trim() || "picture";
  const plain = `attachment; filename="${ascii}.${extension}"`;
  return ascii === stem ? plain : `${plain}; filename*=UTF-8''${extended(`${stem}.${extension}`)}`;
}
