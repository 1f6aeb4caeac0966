import { locale } from "#app/language/message.ts";

const words = new Intl.DateTimeFormat(locale("en-GB"), { dateStyle: "long", timeZone: "UTC" });

/** Formats a day such as 2026-11-21. */
export function Day({ date }: { date: string }) {
  // In the direction of its own language, also beside an article in another.
  return (
    <time dateTime={date}>
      <bdi>{words.format(new Date(`${date}T00:00:00Z`))}</bdi>
    </time>
  );
}
