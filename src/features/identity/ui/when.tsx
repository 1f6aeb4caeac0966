import { useHydrated } from "#app/ui/use-hydrated.ts";

type WhenProps = {
  /** ISO 8601. */
  at: string;
  /** With the time of day, else the day alone. */
  time?: boolean;
};

/** A moment in words, by the visitor's clock once the page is alive and by UTC before. */
export function When({ at, time = false }: WhenProps) {
  const hydrated = useHydrated();
  const words = new Date(at).toLocaleString("en-GB", {
    dateStyle: "medium",
    ...(time && { timeStyle: "short" }),
    ...(!hydrated && { timeZone: "UTC" }),
  });
  return <time dateTime={at}>{words}</time>;
}
