import { useMatches, type DataStrategyResult, type MiddlewareFunction } from "react-router";

/**
 * When the request began that brought an answer, in milliseconds of performance.now(). What a page was loaded with is as
 * old as the page: 0.
 */
const begun = new WeakMap<object, number>();

/** Notes when the request for some data began. */
export function noteData(data: unknown, startedAt: number): void {
  if (typeof data === "object" && data !== null) begun.set(data, startedAt);
}

/** Notes it for the data of pages. For the root of the routes. */
export const notePageData: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  _args,
  next,
) => {
  const startedAt = performance.now();
  const results = await next();
  for (const { result } of Object.values(results)) noteData(result, startedAt);
  return results;
};

/**
 * When the request for the oldest of these began, in milliseconds of performance.now(). What did not come by `apiClient` counts
 * as part of the page's data.
 */
export function useDataStart(data: readonly (object | null)[] = []): number {
  const page = useMatches().at(-1)?.loaderData;
  const pageStart = typeof page === "object" && page !== null ? (begun.get(page) ?? 0) : 0;
  const starts = data.map((each) => (each === null ? pageStart : (begun.get(each) ?? pageStart)));
  return starts.length === 0 ? pageStart : Math.min(...starts);
}
