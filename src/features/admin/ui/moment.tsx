import { locale, t } from "#app/language/message.ts";

const words = new Intl.DateTimeFormat(locale("en-GB"), {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** A day and time in UTC, e.g. 14 Nov, 14:32; the server and the browser render the same text. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={t`${at} UTC`} className="whitespace-nowrap">
      {t`${words.format(new Date(at))} UTC`}
    </time>
  );
}
