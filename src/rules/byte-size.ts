import { locale, plural } from "#app/language/message.ts";

const units = ["kB", "MB", "GB", "TB", "PB"] as const;

/** Making one takes longer than all else on a line with a size. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(digits: number): Intl.NumberFormat {
  const tag = locale("en");
  const key = `${tag} ${digits}`;
  const made = formats.get(key) ?? new Intl.NumberFormat(tag, { maximumFractionDigits: digits });
  formats.set(key, made);
  return made;
}

/** A size as people read it, e.g. 1.4 GB; a unit is a thousand of the one before. */
export function byteSize(bytes: number): string {
  if (bytes < 999.5) return plural(Math.round(bytes), "# byte", "# bytes");
  let [value, unit] = [bytes / 1000, 0];
  while (value >= 999.5 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${formatOf(value < 9.95 ? 1 : 0).format(value)} ${units[unit]}`;
}
