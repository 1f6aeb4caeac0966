import { useEffect, useLayoutEffect, useState, type RefObject } from "react";
import { draftKey } from "#app/rules/member-storage.ts";
import type { ReferenceOffer } from "#app/rules/references.ts";
import { nearestAspect } from "#app/rules/nearest-aspect.ts";
import { escapeTemplate } from "#app/rules/prompt-template.ts";
import { readOwn } from "#app/ui/set-aside.ts";
import { writeStored } from "#app/ui/stored.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { type ReferenceToAdd, withReference } from "./draft-references.ts";
import { anewFor, emptyDraft, readDraft, type Draft } from "./draft.ts";
import type { RemixSource } from "./source.ts";

/** Applies the prompt and the aspect of a source if the draft was started for another one. */
function begunFor(draft: Draft, source: RemixSource | null): Draft {
  if (source === null || draft.sourceId === source.id) return draft;
  return {
    ...anewFor(draft),
    sourceId: source.id,
    prompt: source.prompt === null ? draft.prompt : escapeTemplate(source.prompt),
    aspect: nearestAspect(source.width, source.height),
  };
}

/** Values of the URL; a picture that it adds leaves the draft as it is. */
export type Start = Partial<Draft> & { adds?: ReferenceToAdd };

/** What the model of a draft takes. */
type OfferOf = (draft: Draft) => ReferenceOffer | null;

function startedWith(draft: Draft, { adds, ...given }: Start, offerOf: OfferOf): Draft {
  const begun = Object.keys(given).length > 0 ? { ...anewFor(draft), ...given } : draft;
  if (!adds) return begun;
  return { ...begun, references: withReference(begun.references, adds, offerOf(begun)) };
}

/** What was typed into the prompt that the server rendered, before React took the page over; null for nothing. */
function useTypedBefore(formRef: RefObject<HTMLFormElement | null>): string | null {
  const [typed, setTyped] = useState<string | null>(null);
  // Before the first update writes the draft into the field.
  useLayoutEffect(() => {
    const field = formRef.current?.querySelector("textarea");
    if (field && field.value !== field.defaultValue) setTyped(field.value);
  }, [formRef]);
  return typed;
}

/**
 * The composer's draft, stored in this browser for this member.
 * @param form the composer's, for what was typed before the page's script ran
 * @param offerOf by which a picture that the URL adds gets a role
 * @param start values from the URL (a prompt, a kit, a cast to repeat), which replace the draft once
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  memberId: string,
  source: RemixSource | null,
  start: Start | null,
  offerOf: OfferOf,
) {
  const begun = (draft: Draft) =>
    begunFor(start === null ? draft : startedWith(draft, start, offerOf), source);
  const key = draftKey(memberId);
  const hydrated = useHydrated();
  const [draft, setDraft] = useState<Draft>(() => begun(emptyDraft));
  const [readFor, setReadFor] = useState<string | null>(null);
  const typed = useTypedBefore(form);
  const due = `${key} ${source?.id} ${JSON.stringify(start)}`;
  if (hydrated && readFor !== due) {
    setReadFor(due);
    setDraft((now) => {
      if (readFor !== null) return begun(now);
      const stored = begun(readDraft(readOwn(key)));
      // Between React's first render and this one the field is alive already.
      const isTyped = now.prompt !== begun(emptyDraft).prompt;
      const prompt = typed ?? (isTyped ? now.prompt : stored.prompt);
      return { ...stored, prompt };
    });
  }
  useEffect(() => {
    if (readFor !== null) writeStored(key, JSON.stringify(draft));
  }, [readFor, key, draft]);
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }));
  /** For several changes before the next render. */
  const changeBy = (make: (now: Draft) => Partial<Draft>) =>
    setDraft((now) => ({ ...now, ...make(now) }));
  /** Whether the URL's start values were applied; the draft is stored from then on. */
  const startTaken = start !== null && readFor === due;
  return { draft, change, changeBy, startTaken };
}
