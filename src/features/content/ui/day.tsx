const words = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** A day such as 2026-11-21 in words. */
export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{words.format(new Date(`${date}T00:00:00Z`))}</time>;
}
