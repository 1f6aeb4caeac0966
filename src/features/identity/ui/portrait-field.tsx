import { useState } from "react";
import { useRevalidator } from "react-router";
import type { PortraitKind } from "#app/rules/portraits.ts";
import { Button } from "#app/ui/button.tsx";
import { FileButton } from "#app/ui/file-input.tsx";
import { useHosted } from "#app/ui/site.ts";
import { FieldError } from "#app/ui/labelled.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { api } from "./api.ts";
import "./portrait-field.css";

const names: Readonly<Record<PortraitKind, string>> = { avatar: "picture", cover: "cover" };
const taken = "image/jpeg,image/png,image/webp,image/avif";

/** What is shown now, for taking a removal back; null when it cannot be had. */
async function fileAt(address: string): Promise<Blob | null> {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? answer.blob() : null;
}

/** Chooses, changes or takes away the member's avatar or cover. src: what the profile shows now. */
export function PortraitField({ kind, src }: { kind: PortraitKind; src: string | null }) {
  const hydrated = useHydrated();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const address = useHosted(src);
  const name = names[kind];

  async function work(file: Blob | null): Promise<boolean> {
    setBusy(true);
    setRefusal(null);
    const path = `/api/profile/${kind}` as const;
    const answer = await (file === null ? api.delete(path) : api.put(path, { file }));
    if (answer.ok) await revalidate();
    else setRefusal(answer.problem.detail ?? answer.problem.title);
    setBusy(false);
    return answer.ok;
  }
  async function choose(file: File) {
    if (await work(file)) void showToast("success", `Your ${name} was changed`);
  }
  async function remove() {
    const before = address === null ? null : await fileAt(address);
    if (!(await work(null))) return;
    const undo = before && { label: "Undo", onClick: () => void work(before) };
    void showToast("message", `Your ${name} was removed`, undo ? { action: undo } : {});
  }

  return (
    <div className="portrait-field">
      <FileButton
        look="soft"
        size="small"
        label={`Your ${name}`}
        accept={taken}
        disabled={!hydrated || busy}
        aria-busy={busy}
        onFile={(file) => void choose(file)}
      >
        {src === null ? `Add a ${name}` : `Change ${name}`}
      </FileButton>
      {src !== null && (
        <Button
          look="quiet"
          size="small"
          disabled={!hydrated || busy}
          onClick={() => void remove()}
        >
          Remove {name}
        </Button>
      )}
      {refusal && <FieldError className="w-full">{refusal}</FieldError>}
    </div>
  );
}
