import { direction, locale } from "#app/language/message.ts";

/** The mark that keeps what is beside it in the direction of Latin letters. */
const leftToRight = "\u200E";

const formats = new Map<string, { format: Intl.NumberFormat; unit: number }>();

function formatOf(currency: string) {
  const tag = locale("en");
  const key = `${tag} ${currency}`;
  let made = formats.get(key);
  if (made === undefined) {
    const format = new Intl.NumberFormat(tag, {
      style: "currency",
      currency,
      trailingZeroDisplay: "stripIfInteger",
      ...(tag !== "en" && { currencyDisplay: "narrowSymbol" }),
    });
    made = { format, unit: 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2) };
    formats.set(key, made);
  }
  return made;
}

/** An amount as people write it: 1500 minor units of usd are $15. */
export function formatMoney(minorUnits: number, currency: string): string {
  const { format, unit } = formatOf(currency);
  const amount = minorUnits / unit;
  if (direction() !== "rtl") return format.format(amount);
  // In a line from right to left the sign of "US$" would stand before its letters.
  return format
    .formatToParts(amount)
    .map(({ type, value }) =>
      type === "currency" ? `${leftToRight}${value}${leftToRight}` : value,
    )
    .join("");
}

/** The minor units of an amount that somebody typed, such as 12.50; null for what is no such amount. */
export function minorUnitsOf(typed: string, currency: string): number | null {
  const { unit } = formatOf(currency);
  const text = typed.trim();
  if (!/^\d{1,9}(?:\.\d{1,3})?$/.test(text)) return null;
  const units = Number(text) * unit;
  const whole = Math.round(units);
  return Math.abs(units - whole) < 1e-6 ? whole : null;
}
