import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { paths } from "#app/paths.ts";
import type { EditDocument } from "#app/rules/edit-document.ts";
import { maskFile, isBlank, paintMask, paintSoftened, readMask } from "./mask-canvas.ts";

/** Any opaque colour: the sheet decides how a mask is seen. */
export const maskColour = "#12a594";

type Base = { id: string; picture: HTMLCanvasElement | null };

/**
 * The canvas with the mask of an edit, at the source's own size, and another that shows it grown and feathered.
 * @returns `isLost` when the kept mask that the edit begins from cannot be read
 */
export function useMask(edit: EditDocument) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const soft = useRef<HTMLCanvasElement>(null);
  const painted = useRef<EditDocument | null>(null);
  const [read, setRead] = useState<Base | null>(null);
  const { base: id, grow, feather } = edit;

  useEffect(() => {
    if (id === null) return undefined;
    const left = new AbortController();
    const load = async () => {
      const picture = await readMask(paths.api.mask(id), maskColour);
      if (!left.signal.aborted) setRead({ id, picture });
    };
    void load();
    return () => left.abort();
  }, [id]);
  const base = id !== null && read?.id === id ? read : null;
  const isReady = id === null || base !== null;
  const picture = base?.picture ?? null;

  const isSoft = grow !== 0 || feather !== 0;
  useLayoutEffect(() => {
    if (!isReady || canvas.current === null) return;
    paintMask(canvas.current, painted.current, edit, picture, maskColour);
    painted.current = edit;
    if (soft.current !== null) paintSoftened(canvas.current, soft.current, edit);
  }, [isReady, edit, picture]);

  return {
    canvas,
    soft,
    isSoft,
    isReady,
    isLost: base !== null && picture === null,
    /** Paints the mask anew, without what was painted on its canvas since. */
    repaint() {
      if (canvas.current === null || !isReady) return;
      paintMask(canvas.current, null, edit, picture, maskColour);
    },
    /** The mask has this change already: it was painted while it was drawn. */
    hasPainted(next: EditDocument) {
      painted.current = next;
    },
    isBlank: () => canvas.current === null || isBlank(canvas.current),
    file: () => (canvas.current === null ? null : maskFile(canvas.current)),
  };
}

export type Mask = ReturnType<typeof useMask>;
