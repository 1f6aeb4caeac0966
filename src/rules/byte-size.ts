const units = ["bytes", "kB", "MB", "GB", "TB", "PB"] as const;

/** A size as people read it, e.g. 1.4 GB; a unit is a thousand of the one before. */
export function byteSize(bytes: number): string {
  if (bytes === 1) return "1 byte";
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  return `${value.toLocaleString("en", { maximumFractionDigits: digits })} ${units[unit]}`;
}
