import { formatMoment } from "#app/rules/sanctions.ts";

/** A day and time in UTC; the server and the browser render the same text. */
export function When({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(new Date(at))}</time>;
}
