import { useMatches, useNavigation, useRevalidator } from "react-router";

/** When the request began that brought an answer, in milliseconds of performance.now(). Known for each answer as it came. */
const begun = new WeakMap<object, number>();

/** Notes when the request for some data began. */
export function noteData(data: unknown, startedAt: number): void {
  if (typeof data === "object" && data !== null && !begun.has(data)) begun.set(data, startedAt);
}

/** A load that is over before its beginning was rendered took less than this. */
const unseenMs = 1_000;

/** Since when the router has been loading; null while it rests. What the page was loaded with is as old as the page. */
let loadingSince: number | null = 0;

/** Notes the age of what pages are rendered with. For the root of the page, above everything that asks. */
export function usePageDataAges(): void {
  const matches = useMatches();
  const navigation = useNavigation();
  const revalidator = useRevalidator();
  if (typeof window === "undefined") return;
  const startedAt = loadingSince ?? performance.now() - unseenMs;
  for (const { loaderData } of matches) noteData(loaderData, startedAt);
  const isLoading = navigation.state !== "idle" || revalidator.state !== "idle";
  loadingSince = isLoading ? (loadingSince ?? performance.now()) : null;
}

/**
 * When the request for the oldest of these began, in milliseconds of performance.now(). What did not come by `send` counts
 * as part of the page's data.
 */
export function useDataStart(data: readonly (object | null)[] = []): number {
  const page = useMatches().at(-1)?.loaderData;
  const pageStart = typeof page === "object" && page !== null ? (begun.get(page) ?? 0) : 0;
  const starts = data.map((each) => (each === null ? pageStart : (begun.get(each) ?? pageStart)));
  return starts.length === 0 ? pageStart : Math.min(...starts);
}
