import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { PortraitKind } from "#app/rules/portraits.ts";
import { Button } from "#app/ui/button.tsx";
import { useHosted } from "#app/ui/site.ts";
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
  const input = useRef<HTMLInputElement>(null);
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
  async function choose(file: File | undefined) {
    if (file !== undefined && (await work(file))) {
      void showToast("success", `Your ${name} was changed`);
    }
  }
  async function remove() {
    const before = address === null ? null : await fileAt(address);
    if (!(await work(null))) return;
    const undo = before && { label: "Undo", onClick: () => void work(before) };
    void showToast("message", `Your ${name} was removed`, undo ? { action: undo } : {});
  }

  return (
    <div className="portrait-field">
      <input
        ref={input}
        type="file"
        hidden
        accept={taken}
        aria-label={`Your ${name}`}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <Button
        look="soft"
        size="small"
        disabled={!hydrated || busy}
        aria-busy={busy}
        onClick={() => input.current?.click()}
      >
        {src === null ? `Add a ${name}` : `Change ${name}`}
      </Button>
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
      {refusal && (
        <p className="w-full text-13 text-rust" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}
