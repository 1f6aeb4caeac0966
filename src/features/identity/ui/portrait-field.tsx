import type { PortraitKind } from "#app/rules/portraits.ts";
import { Button } from "#app/ui/button.tsx";
import { FileButton } from "#app/ui/file-input.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { useHosted } from "#app/ui/site.ts";
import { FieldError } from "#app/ui/labelled.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { api } from "./api.ts";
import "./portrait-field.css";

const names: Readonly<Record<PortraitKind, string>> = { avatar: "picture", cover: "cover" };
const taken = "image/jpeg,image/png,image/webp,image/avif";

/** A picture, and whether the change shows a toast; an undo is visible by itself. */
type Chosen = { file: Blob; says: boolean };

/** The current picture, for undoing a removal; null if it cannot be read. */
async function fileAt(address: string): Promise<Blob | null> {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? answer.blob() : null;
}

/** Sets, changes or removes the member's avatar or cover. src: the picture that the profile shows now. */
export function PortraitField({ kind, src }: { kind: PortraitKind; src: string | null }) {
  const hydrated = useHydrated();
  const address = useHosted(src);
  const name = names[kind];

  const path = `/api/profile/${kind}` as const;
  const put = useMutation(({ file }: Chosen) => api.put(path, { file }), {
    tells: "form",
    reloads: true,
    onDone(_, { says }) {
      if (says) void showToast("success", `Your ${name} was changed`);
    },
  });
  const removal = useMutation((_before: Blob | null) => api.delete(path), {
    tells: "form",
    reloads: true,
    onDone(_, before) {
      const undo = before && {
        label: "Undo",
        onClick: () => void put.run({ file: before, says: false }),
      };
      void showToast("message", `Your ${name} was removed`, undo ? { action: undo } : {});
    },
  });
  const busy = put.busy || removal.busy;
  const problem = put.problem ?? removal.problem;

  function choose(file: File) {
    removal.clear();
    void put.run({ file, says: true });
  }
  async function remove() {
    put.clear();
    await removal.run(address === null ? null : await fileAt(address));
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
        onFile={choose}
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
      {problem && <FieldError className="w-full">{problem.detail ?? problem.title}</FieldError>}
    </div>
  );
}
