import { useCallback, useEffect, useRef, useState } from "react";
import { t } from "#app/language/message.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import type { ReportReason } from "#app/rules/report-reasons.ts";
import { useList, type Page } from "#app/ui/data/use-list.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { useSite } from "#app/ui/site.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import type { ReviewItem } from "../queries.ts";
import { api } from "./api.ts";

/** Pictures that are read ahead of the present one, and those whose files are. */
const ahead = { items: 10, files: 2 };
const pageSize = 20;

export type Decision = { action: "approve" } | { action: "reject"; reason: ReportReason };

/** What was done to a picture, for the undo. `token` is null for a skip, and where the API refused. */
type Step = { at: number; token: Promise<{ undo: string } | null> | null };

/** Undoes the decisions of one request: a route of the slice admin, which this one does not see. */
export type UndoCall = (undo: string) => Promise<ApiResult<unknown>>;

const keyOf = ({ id }: ReviewItem) => id;
const readPage = (cursor: string, signal: AbortSignal) =>
  api.get("/api/admin/review", { query: { cursor, limit: pageSize }, signal });

/** The address of the large picture. */
export const reviewImage = (host: string, { filename }: Pick<ReviewItem, "filename">) =>
  imageAddress(host, filename, { width: 1024, format: "webp" });

/**
 * The queue of the review: one picture after the other. A decision is sent while the next picture is shown; one that is
 * refused is told, and its picture stays in the queue.
 */
export function useReview(first: Page<ReviewItem>, undoCall: UndoCall) {
  const { imageHost } = useSite();
  const list = useList({ first, readPage, keyOf, name: "review" });
  const { items, next, readMore } = list;
  const [at, setAt] = useState(0);
  const [said, setSaid] = useState("");
  const steps = useRef<Step[]>([]);

  const { run: send } = useMutation(
    ({ item, decision }: { item: ReviewItem; decision: Decision }) =>
      api.post("/api/admin/review/:id", { param: { id: item.id }, json: decision }),
    { parallel: true, refusedTitle: ({ item }) => t`“${item.title}” was not decided` },
  );
  const { run: takeBack, busy: isUndoing } = useMutation(undoCall);

  const item = items.at(at);
  const step = useCallback(
    (token: Step["token"], what: string) => {
      steps.current.push({ at, token });
      setSaid(what);
      setAt(at + 1);
    },
    [at],
  );

  const decide = useCallback(
    (decision: Decision) => {
      if (item === undefined) return;
      const what = decision.action === "approve" ? t`Approved` : t`Rejected`;
      step(send({ item, decision }), `${what}: ${item.title}`);
    },
    [item, send, step],
  );
  const skip = useCallback(() => {
    if (item !== undefined) step(null, t`Skipped: ${item.title}`);
  }, [item, step]);
  const undo = useCallback(async () => {
    const last = steps.current.pop();
    if (last === undefined) return;
    // The decision may be on its way: it is undone once it is made.
    const made = await last.token;
    if (made !== null) await takeBack(made.undo);
    setSaid(t`Undone`);
    setAt(last.at);
  }, [takeBack]);

  useEffect(() => {
    if (next !== null && items.length - at < ahead.items) void readMore();
  }, [at, items.length, next, readMore]);

  useEffect(() => {
    for (const later of items.slice(at + 1, at + 1 + ahead.files)) {
      new Image().src = reviewImage(imageHost, later);
    }
  }, [at, items, imageHost]);

  return {
    item,
    /** Whether more is being read: the queue is not over. */
    isReading: item === undefined && next !== null,
    /** How many were looked at. */
    seen: at,
    canUndo: at > 0 && !isUndoing,
    /** For screen readers. */
    said,
    decide,
    skip,
    undo,
  };
}
