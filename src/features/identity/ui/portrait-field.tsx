import { t } from "#app/language/message.ts";
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

const texts = {
  avatar: {
    changed: t`Your picture was changed`,
    removed: t`Your picture was removed`,
    label: t`Your picture`,
    add: t`Add a picture`,
    change: t`Change picture`,
    remove: t`Remove picture`,
  },
  cover: {
    changed: t`Your cover was changed`,
    removed: t`Your cover was removed`,
    label: t`Your cover`,
    add: t`Add a cover`,
    change: t`Change cover`,
    remove: t`Remove cover`,
  },
} as const satisfies Readonly<Record<PortraitKind, object>>;
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
  const said = texts[kind];

  const path = `/api/profile/${kind}` as const;
  const put = useMutation(({ file }: Chosen) => api.put(path, { file }), {
    tells: "form",
    reloads: true,
    onDone(_, { says }) {
      if (says) void showToast("success", said.changed);
    },
  });
  const removal = useMutation((_before: Blob | null) => api.delete(path), {
    tells: "form",
    reloads: true,
    onDone(_, before) {
      const undo = before && {
        label: t`Undo`,
        onClick: () => void put.run({ file: before, says: false }),
      };
      void showToast("message", said.removed, undo ? { action: undo } : {});
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
        label={said.label}
        accept={taken}
        disabled={!hydrated || busy}
        aria-busy={busy}
        onFile={choose}
      >
        {src === null ? said.add : said.change}
      </FileButton>
      {src !== null && (
        <Button
          look="quiet"
          size="small"
          disabled={!hydrated || busy}
          onClick={() => void remove()}
        >
          {said.remove}
        </Button>
      )}
      {problem && <FieldError className="w-full">{problem.detail ?? problem.title}</FieldError>}
    </div>
  );
}
