import { useEffect, useMemo, useState } from "react";
import { useMember } from "#app/features/identity/ui/member.ts";
import { api } from "./api.ts";

/** Maximum number of ids in one request. */
const mostAsked = 100;

type Known = { memberId: string | null; liked: ReadonlySet<string>; asked: ReadonlySet<string> };

const nothing = (memberId: string | null): Known => ({
  memberId,
  liked: new Set(),
  asked: new Set(),
});

/**
 * Which of these pictures the member likes: as the page was rendered, plus the rest as the list grows.
 * @param rendered the pictures the page was rendered with, and which of them are liked; must keep its identity between
 * renders
 */
export function useLiked(
  pictures: readonly { id: string }[],
  rendered: { items: readonly { id: string }[]; liked: readonly string[] },
): ReadonlySet<string> {
  const memberId = useMember()?.id ?? null;
  const [known, setKnown] = useState(() => nothing(memberId));
  if (known.memberId !== memberId) setKnown(nothing(memberId));
  const given = useMemo(() => new Set(rendered.items.map(({ id }) => id)), [rendered]);
  const unknown = useMemo(
    () =>
      pictures
        .filter(({ id }) => !given.has(id) && !known.asked.has(id))
        .slice(0, mostAsked)
        .map(({ id }) => id),
    [pictures, given, known.asked],
  );
  const among = unknown.join(",");
  useEffect(() => {
    if (memberId === null || among === "") return undefined;
    const over = new AbortController();
    const watch = async () => {
      // Imported here, because guests never need it.
      const { queryState, timing, watchQuery } = await import("#app/ui/data/queries.ts");
      if (over.signal.aborted) return;
      const key = `liked ${memberId} ${among}`;
      const options = { freshMs: timing.dedupe, onFocus: false };
      const take = () => {
        const { data } = queryState(key, options.freshMs);
        if (typeof data !== "object" || data === null || !("liked" in data)) return;
        const liked = Array.isArray(data.liked) ? data.liked.map(String) : [];
        setKnown((now) => ({
          memberId,
          liked: new Set([...now.liked, ...liked]),
          asked: new Set([...now.asked, ...among.split(",")]),
        }));
      };
      const read = (signal: AbortSignal) => api.get("/api/likes", { query: { among }, signal });
      over.signal.addEventListener("abort", watchQuery(key, read, options, take));
      take();
    };
    void watch();
    return () => over.abort();
  }, [memberId, among]);
  return useMemo(
    () => new Set([...(memberId === null ? [] : rendered.liked), ...known.liked]),
    [memberId, rendered, known.liked],
  );
}
