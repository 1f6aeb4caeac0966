import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from "react";
import type { Comparable } from "./compare-dialog.tsx";
import type { PictureDetails, PictureTools } from "./picture-details.ts";
import { isSingleKeyPress } from "#app/ui/single-keys.ts";
import type { Tile } from "./tile.ts";

const ShareDialog = lazy(async () => ({
  default: (await import("./share-dialog.tsx")).ShareDialog,
}));
const PromptDialog = lazy(async () => ({
  default: (await import("./prompt-dialog.tsx")).PromptDialog,
}));
const CompareDialog = lazy(async () => ({
  default: (await import("./compare-dialog.tsx")).CompareDialog,
}));
const Zoom = lazy(async () => ({ default: (await import("./zoom.tsx")).Zoom }));

type Tool = "share" | "prompt" | "zoom" | "compare";
const keys: Readonly<Record<string, Tool>> = { s: "share", p: "prompt", z: "zoom" };

/** True if another dialog is above this part of the page, or its own dialog is closed. */
export function isCovered(part: HTMLElement | null): boolean {
  const open = [...document.querySelectorAll("dialog:modal")];
  const own = part?.closest("dialog") ?? null;
  if (own !== null && !own.open) return true;
  return open.some((dialog) => dialog !== own && (own === null || own.contains(dialog)));
}

/**
 * Share, prompt, zoom and compare dialogs of a picture that is shown large, with the keys S, P, Z and D (design
 * reference, section 8). Each dialog's code is loaded on its first use.
 * @param part the part of the page that shows the picture; D presses its download link
 * @param others with which the picture can be compared
 */
export function usePictureTools(
  part: { current: HTMLElement | null },
  picture: Tile,
  details: PictureDetails | null,
  others: readonly Comparable[] = [],
): PictureTools & { zoom: () => void; compare: () => void; dialogs: ReactNode } {
  const [open, setOpen] = useState<Tool | null>(null);
  const [used, setUsed] = useState<ReadonlySet<Tool>>(new Set());
  const press = useCallback((tool: Tool) => {
    setUsed((now) => new Set([...now, tool]));
    setOpen(tool);
  }, []);
  const knowsPrompt = details !== null;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!isSingleKeyPress(event) || isCovered(part.current)) return;
      const key = event.key.toLowerCase();
      const tool = Object.hasOwn(keys, key) ? keys[key] : null;
      if (key === "d") {
        part.current?.querySelector<HTMLElement>("[data-act=download]")?.click();
      } else if (tool === null || (tool === "prompt" && !knowsPrompt)) return;
      else press(tool);
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [part, knowsPrompt, press]);
  const close = () => setOpen(null);
  const prompt = { id: picture.id, colors: picture.colors, prompt: details?.prompt ?? null };
  return {
    share: () => press("share"),
    prompt: () => press("prompt"),
    zoom: () => press("zoom"),
    compare: () => press("compare"),
    dialogs: (
      <Suspense>
        {used.has("share") && (
          <ShareDialog picture={picture} open={open === "share"} onClose={close} />
        )}
        {used.has("prompt") && (
          <PromptDialog picture={prompt} open={open === "prompt"} onClose={close} />
        )}
        {used.has("compare") && (
          <CompareDialog
            picture={picture}
            others={others}
            open={open === "compare"}
            onClose={close}
          />
        )}
        {used.has("zoom") && <Zoom picture={picture} open={open === "zoom"} onClose={close} />}
      </Suspense>
    ),
  };
}
