import { useEffect, useRef, useState } from "react";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import type { Draft } from "#app/features/pictures/queries.ts";
import { api } from "./api.ts";
import { draftFields, unsaved, type DraftFields, type DraftKey } from "./draft-fields.ts";

type Errors = Partial<Record<DraftKey, string>>;
type Change = ReturnType<typeof unsaved>[number];

/** The form of a draft. It saves itself whenever a field is left, so that a reload loses nothing. */
export function useDraft(draft: Draft) {
  const [typed, setTyped] = useState<DraftFields>(() => draftFields(draft));
  const [errors, setErrors] = useState<Errors>({});
  const latest = useRef(typed);
  const saved = useRef(typed);
  /** Saves follow one another. */
  const saving = useRef(Promise.resolve(true));
  useEffect(() => {
    latest.current = typed;
  }, [typed]);

  const { run, busy } = useMutation(
    ({ change }: Change) =>
      api.patch("/api/admin/drafts/:id", { param: { id: draft.id }, json: change }),
    {
      tells: "form",
      onRefused: (problem, _, { key }) =>
        setErrors((now) => ({
          ...now,
          [key]: problem.errors?.[0]?.message ?? problem.detail ?? problem.title,
        })),
    },
  );

  async function saveAll(): Promise<boolean> {
    let isWhole = true;
    const sending = latest.current;
    for (const each of unsaved(saved.current, sending)) {
      const { key } = each;
      if ((await run(each)) === null) {
        isWhole = false;
        continue;
      }
      saved.current = { ...saved.current, [key]: sending[key] };
      setErrors((now) => ({ ...now, [key]: undefined }));
    }
    return isWhole;
  }

  return {
    typed,
    errors,
    busy,
    put: (part: Partial<DraftFields>) => {
      latest.current = { ...latest.current, ...part };
      setTyped(latest.current);
    },
    /** Saves what has changed; @returns whether everything is on the server now. */
    save: (): Promise<boolean> => {
      saving.current = saving.current.then(saveAll, saveAll);
      return saving.current;
    },
  };
}
