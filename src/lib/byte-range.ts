/** Bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };

/** The single range of a Range header, "none" when it cannot be satisfied, null when the whole file is to be sent. RFC 9110, 14.2. */
export function partOf(header: string | undefined, length: number): ByteRange | "none" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (match === null || (match[1] === "" && match[2] === "")) return null;
  if (match[1] === "") {
    const last = Number(match[2]);
    return last === 0 ? "none" : { start: Math.max(0, length - last), end: length - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === "" ? length - 1 : Math.min(Number(match[2]), length - 1);
  if (match[2] !== "" && Number(match[2]) < start) return null;
  return start >= length ? "none" : { start, end };
}
