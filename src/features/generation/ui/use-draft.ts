import { useEffect, useState } from "react";
import { nearestAspect } from "../../../rules/nearest-aspect.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { emptyDraft, readDraft, type Draft } from "./draft.ts";
import type { RemixSource } from "./source.ts";

/** Takes over the words and the frame of a source that the draft was not begun for. */
function begunFor(draft: Draft, source: RemixSource | null): Draft {
  if (source === null || draft.sourceId === source.id) return draft;
  return {
    ...draft,
    sourceId: source.id,
    prompt: source.prompt ?? draft.prompt,
    aspect: nearestAspect(source.width, source.height),
  };
}

/** The composer's draft, kept in this browser for this member. */
export function useDraft(memberId: string, source: RemixSource | null) {
  const key = `draft:${memberId}`;
  const hydrated = useHydrated();
  const [draft, setDraft] = useState<Draft>(() => begunFor(emptyDraft, source));
  const [readFor, setReadFor] = useState<string | null>(null);
  const due = `${key} ${source?.id}`;
  if (hydrated && readFor !== due) {
    setReadFor(due);
    setDraft((now) =>
      begunFor(readFor === null ? readDraft(localStorage.getItem(key)) : now, source),
    );
  }
  useEffect(() => {
    if (readFor !== null) localStorage.setItem(key, JSON.stringify(draft));
  }, [readFor, key, draft]);
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }));
  return { draft, change };
}
