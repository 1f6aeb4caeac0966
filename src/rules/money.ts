import { locale } from "#app/language/message.ts";

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
      // "US$" in a line from right to left falls apart.
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
  return format.format(minorUnits / unit);
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
