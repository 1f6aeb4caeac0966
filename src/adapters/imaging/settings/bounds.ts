/** How much of a file's texts is looked at: files may be made to exhaust a reader. */
export const bounds = {
  /** Bytes of one text. Longer ones are left out. */
  text: 64 * 1024,
  /** Bytes of all texts of a file together. */
  texts: 256 * 1024,
} as const;
