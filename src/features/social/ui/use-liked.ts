import { useEffect, useMemo, useState } from "react";
import { useMember } from "#app/features/identity/ui/member.ts";
import { api } from "./api.ts";

/** Ids asked about in one request. */
const mostAsked = 100;

type Known = { memberId: string | null; liked: Set<string>; asked: Set<string>; reached: number };

const nothing = (memberId: string | null): Known => ({
  memberId,
  liked: new Set(),
  asked: new Set(),
  reached: 0,
});

/**
 * Which of these pictures the member likes: what the page was rendered with, and the rest as the list grows.
 * @param rendered the pictures that the page was rendered with, and the liked ones among them; the same object as long
 * as it stands
 */
export function useLiked(
  pictures: readonly { id: string }[],
  rendered: { items: readonly { id: string }[]; liked: readonly string[] },
): ReadonlySet<string> {
  const memberId = useMember()?.id ?? null;
  const [known, setKnown] = useState(() => nothing(memberId));
  if (known.memberId !== memberId) setKnown(nothing(memberId));
  const given = useMemo(() => new Set(rendered.items.map(({ id }) => id)), [rendered]);
  useEffect(() => {
    if (memberId === null || known.memberId !== memberId) return undefined;
    const { reached } = known;
    if (reached >= pictures.length) return undefined;
    const next = pictures.slice(reached, reached + mostAsked).map(({ id }) => id);
    const unknown = next.filter((id) => !given.has(id) && !known.asked.has(id));
    const go = (liked: readonly string[]) =>
      setKnown((now) => ({
        memberId,
        liked: new Set([...now.liked, ...liked]),
        asked: new Set([...now.asked, ...unknown]),
        reached: reached + next.length,
      }));
    if (unknown.length === 0) {
      go([]);
      return undefined;
    }
    let isStale = false;
    void api.get("/api/likes", { query: { among: unknown.join(",") } }).then((answer) => {
      if (!isStale && answer.ok && "liked" in answer.data) go(answer.data.liked);
      return undefined;
    });
    return () => {
      isStale = true;
    };
  }, [memberId, pictures, known, given]);
  return useMemo(
    () => new Set([...(memberId === null ? [] : rendered.liked), ...known.liked]),
    [memberId, rendered, known.liked],
  );
}
