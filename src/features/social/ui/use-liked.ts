import { useMemo, useState } from "react";
import { useQuery } from "#app/ui/data/use-query.ts";
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
  const { data } = useQuery(
    memberId === null || among === "" ? null : `liked ${memberId} ${among}`,
    (signal) => api.get("/api/likes", { query: { among }, signal }),
    { onFocus: false },
  );
  if (data !== null && "liked" in data) {
    setKnown({
      memberId,
      liked: new Set([...known.liked, ...data.liked]),
      asked: new Set([...known.asked, ...unknown]),
    });
  }
  return useMemo(
    () => new Set([...(memberId === null ? [] : rendered.liked), ...known.liked]),
    [memberId, rendered, known.liked],
  );
}
