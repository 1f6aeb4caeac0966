import { useRef, useState } from "react";
import { t } from "#app/language/message.ts";
import type { EditDocument } from "#app/rules/edit-document.ts";
import { editedSize, isExtended, sizeFault } from "#app/rules/edit-limits.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import type { CastRequest } from "../inputs.ts";
import { api } from "./api.ts";
import { useCast, type CastRefusal } from "./use-cast.ts";
import type { Mask } from "./use-mask.ts";
import { usePress } from "./use-press.ts";

/**
 * Casts an edit: its mask is sent first, once for each change of it. What cannot be cast is refused before anything is
 * sent; a mask that cannot be sent stays here, and the next press tries it again.
 */
export function useEditCast(
  source: { width: number; height: number },
  edit: EditDocument,
  mask: Mask,
  onAccepted: (id: string) => Promise<void>,
) {
  const sent = useRef<{ ops: EditDocument["ops"]; base: string | null; id: string } | null>(null);
  const [fault, setFault] = useState<{ of: EditDocument; refusal: CastRefusal } | null>(null);
  const refuse = (detail: string, status = 422) =>
    setFault({ of: edit, refusal: { status, problem: { title: t`Nothing was cast`, detail } } });
  const { cast, busy, refusal } = useCast(onAccepted);
  const upload = useMutation((bytes: Blob) => api.post("/api/masks", { bytes }), {
    tells: "form",
    onRefused(problem, status) {
      const kept = t`The mask is kept in this browser; press Cast to try again.`;
      refuse(`${problem.detail ?? problem.title} ${kept}`, status);
    },
  });

  /** The id of the mask; null if it could not be sent. */
  async function maskId(): Promise<string | null> {
    const { base, ops } = edit;
    if (base !== null && ops.length === 0) return base;
    if (sent.current?.base === base && sent.current.ops === ops) return sent.current.id;
    const file = await mask.file();
    const answer = file && (await upload.run(file));
    if (!answer) return null;
    sent.current = { base, ops, id: answer.id };
    return answer.id;
  }
  async function castEdit(body: CastRequest) {
    setFault(null);
    const { grow, feather, extend } = edit;
    const isBlank = mask.isBlank();
    const tooLarge = sizeFault(editedSize(source, extend));
    if (mask.isLost) {
      return refuse(t`The mask could not be loaded. Clear it and draw another.`);
    }
    if (isBlank && !isExtended(extend)) {
      return refuse(t`Mark what is to change, or drag the frame outwards.`);
    }
    if (tooLarge) return refuse(tooLarge);
    const id = isBlank ? undefined : await maskId();
    if (id === null) return undefined;
    return cast({ ...body, edit: { ...(id && { maskId: id }), grow, feather, extend } });
  }
  // What was wrong with the edit before it was changed does not count any more.
  const shown = fault?.of === edit ? fault.refusal : refusal;
  const press = usePress(castEdit, shown);
  return { press, busy: busy || upload.busy, refusal: shown };
}
