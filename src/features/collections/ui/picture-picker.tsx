import { useState } from "react";
import { t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { ApiResult } from "#app/ui/api-client.ts";
import type { Page } from "#app/ui/data/use-list.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import type { Tile } from "#app/features/pictures/ui/tile.ts";
import { api } from "./api.ts";
import { PictureChoices } from "./picture-choices.tsx";
import { Segment } from "#app/ui/segment.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { Alert } from "#app/ui/alert.tsx";

export type PictureSource = {
  label: string;
  /** Reads the page at a cursor; the first page has an empty cursor. */
  readPage: (cursor: string, signal: AbortSignal) => Promise<ApiResult<Page<Tile>>>;
};

/** Maximum number of pictures added at once. */
const mostChosen = 200;

type PicturePickerProps = {
  collectionId: string;
  /** Lists to choose from; each is a section of the dialog. */
  sources: readonly PictureSource[];
  open: boolean;
  onClose: () => void;
  /** Called with the number of images that were added. */
  onAdded: (count: number) => void;
};

/** Adds many of one's own and liked pictures to a collection. Acceptance row CO-01. */
export function PicturePicker({
  collectionId,
  sources,
  open,
  onClose,
  onAdded,
}: PicturePickerProps) {
  const [shown, setShown] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  function toggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id) && next.size < mostChosen) next.add(id);
    setChosen(next);
  }
  const { run, busy, problem } = useMutation(
    () =>
      api.put("/api/collections/:id/items", {
        param: { id: collectionId },
        json: { picture_ids: [...chosen] },
      }),
    {
      tells: "form",
      onDone({ changed }) {
        setChosen(new Set());
        onAdded(changed);
      },
    },
  );
  return (
    <Dialog title={t`Add images`} open={open} onClose={onClose}>
      <div className="mt-4">
        <Segment
          legend={t`Where from`}
          hideLegend
          small
          options={sources.map(({ label }, value) => ({ value, label }))}
          value={shown}
          onChange={setShown}
        />
      </div>
      <PictureChoices
        key={sources[shown].label}
        {...sources[shown]}
        chosen={chosen}
        onToggle={({ id }) => toggle(id)}
      />
      {problem && <Alert className="mt-3">{problem.detail ?? problem.title}</Alert>}
      <div className="mt-4 flex items-center justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button look="primary" disabled={busy || chosen.size === 0} onClick={() => void run()}>
          {busy && <Spinner />}
          {chosen.size === 0 ? t`Add` : t`Add ${chosen.size}`}
        </Button>
      </div>
    </Dialog>
  );
}
