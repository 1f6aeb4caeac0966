import { useMatches, type DataStrategyResult, type MiddlewareFunction } from "react-router";

/**
 * When the request that brought a response was started, in milliseconds of performance.now(). Data that the page was
 * loaded with is as old as the page: 0.
 */
const begun = new WeakMap<object, number>();

/** Records when the request for some data was started. */
export function noteData(data: unknown, startedAt: number): void {
  if (typeof data === "object" && data !== null) begun.set(data, startedAt);
}

/** When the request for some data was started; 0 for data that the page was loaded with. */
export const startOf = (data: object): number => begun.get(data) ?? 0;

/** Records it for the data of pages. Used by the root route. */
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
 * When the request for the oldest of these was started, in milliseconds of performance.now(). Data that was not read by
 * `apiClient` counts as part of the page's data.
 */
export function useDataStart(data: readonly (object | null)[] = []): number {
  const page = useMatches().at(-1)?.loaderData;
  const pageStart = typeof page === "object" && page !== null ? startOf(page) : 0;
  const starts = data.map((each) => (each === null ? pageStart : (begun.get(each) ?? pageStart)));
  return starts.length === 0 ? pageStart : Math.min(...starts);
}
