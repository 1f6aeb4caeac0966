import type { ApiResult } from "#app/ui/api-client.ts";
import type { likesOf } from "../queries.ts";
import { api } from "./api.ts";

/**
 * The page of the member's likes at a cursor. The same URL has another kind of response too, so the response is
 * checked.
 */
export async function readLikes(
  cursor: string,
  signal: AbortSignal,
): Promise<ApiResult<Awaited<ReturnType<typeof likesOf>>>> {
  const answer = await api.get("/api/likes", { query: { cursor }, signal });
  if (!answer.ok) return answer;
  const { data } = answer;
  if (!("items" in data)) throw new Error("the response contains no page of likes");
  return { ok: true, data };
}
