import { locale } from "#app/language/message.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type WhenProps = {
  /** ISO 8601. */
  at: string;
  /** With the time, else only the day. */
  time?: boolean;
};

/** Formats a timestamp, in the visitor's time zone after hydration and in UTC before. */
export function When({ at, time = false }: WhenProps) {
  const hydrated = useHydrated();
  const words = new Date(at).toLocaleString(locale("en-GB"), {
    dateStyle: "medium",
    ...(time && { timeStyle: "short" }),
    ...(!hydrated && { timeZone: "UTC" }),
  });
  return <time dateTime={at}>{words}</time>;
}
