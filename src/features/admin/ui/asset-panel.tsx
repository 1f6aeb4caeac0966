import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useState, type Ref } from "react";
import { plural, t } from "#app/language/message.ts";
import type { Unit } from "#app/rules/counted.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { firstClick } from "#app/ui/first-click.ts";
import { useSite } from "#app/ui/site.ts";
import { showToast } from "#app/ui/toast.ts";
import type { Asset } from "#app/features/pictures/queries.ts";
import { api } from "./api.ts";
import { AssetFields } from "./asset-fields.tsx";
import "./asset-panel.css";
import "./asset-table.css";

type Action = "approve" | "reject" | "pick" | "unpick" | "remove";

/** How long an offer to undo stays, in ms; the action can be undone in the audit log for a day. */
const undoMs = 30_000;
const shownThumbs = 4;

const done: Record<Action, Unit> = {
  approve: (count) => plural(count, "# image approved", "# images approved"),
  reject: (count) => plural(count, "# image rejected", "# images rejected"),
  pick: (count) => plural(count, "# image picked", "# images picked"),
  unpick: (count) => plural(count, "# image no longer picked", "# images no longer picked"),
  remove: (count) => plural(count, "# image deleted", "# images deleted"),
};

const edited: Unit = (count) => plural(count, "# image edited", "# images edited");

type AssetPanelProps = {
  chosen: readonly Asset[];
  /** The first field of the form. */
  firstField: Ref<HTMLInputElement>;
  onDone: () => void;
};

/** What can be done with the chosen pictures; everything can be undone for half a minute. */
export function AssetPanel({ chosen, firstField, onDone }: AssetPanelProps) {
  const { imageHost } = useSite();
  const [asks, setAsks] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const count = chosen.length;

  const undo = useMutation(
    (word: string) => api.post("/api/admin/images/undo", { json: { undo: word } }),
    {
      reloads: true,
      onDone: () => void showToast("success", t`Undone`),
    },
  );
  function offerUndo(changed: number, word: string, say: Unit) {
    onDone();
    if (changed === 0) {
      void showToast("message", t`Nothing had to change`);
      return;
    }
    void showToast("success", say(changed), {
      duration: undoMs,
      action: { label: t`Undo`, onClick: () => void undo.run(word) },
    });
  }
  const { run, busy } = useMutation(
    (action: Action) =>
      api.post("/api/admin/images/bulk", { json: { ids: chosen.map(({ id }) => id), action } }),
    {
      reloads: true,
      onDone: ({ changed, undo: word }, action) => offerUndo(changed, word, done[action]),
    },
  );
  function act(action: Action) {
    setAsks(false);
    void run(action);
  }

  return (
    <aside className="panel asset-panel" aria-label={t`Chosen images`}>
      <div className="flex items-center justify-between">
        <h2 className="title-small">{plural(count, "Edit # image", "Edit # images")}</h2>
        <IconButton size="small" label={t`Clear selection`} onClick={onDone}>
          <XIcon size={18} />
        </IconButton>
      </div>
      <div className="flex gap-1">
        {chosen.slice(0, shownThumbs).map(({ id, filename, colors }) => (
          <img
            key={id}
            className="asset-thumb"
            src={imageAddress(imageHost, filename, { width: 300, format: "webp" })}
            alt=""
            width={52}
            height={52}
            style={{ backgroundColor: colors[0] }}
          />
        ))}
      </div>
      <div className="asset-actions">
        <Button look="primary" size="small" disabled={busy} onClick={() => act("approve")}>
          {t`Approve`}
        </Button>
        <Button look="outline" size="small" disabled={busy} onClick={() => act("reject")}>
          {t`Reject`}
        </Button>
        <Button look="soft" size="small" disabled={busy} onClick={() => act("pick")}>
          {t`Pick`}
        </Button>
        <Button look="soft" size="small" disabled={busy} onClick={() => act("unpick")}>
          {t`Unpick`}
        </Button>
      </div>
      {asks ? (
        <div className="asset-actions">
          <Button look="soft" onClick={firstClick(() => setAsks(false))}>
            {t`Keep`}
          </Button>
          <Button danger look="outline" disabled={busy} onClick={firstClick(() => act("remove"))}>
            {plural(count, "Delete # image", "Delete # images")}
          </Button>
        </div>
      ) : (
        <Button danger className="self-start" disabled={busy} onClick={() => setAsks(true)}>
          {t`Delete`}
        </Button>
      )}
      <p className="text-12 text-ink-3">
        {t`You can undo for 30 seconds. What is deleted is hidden at once and gone for good a day later.`}
      </p>
      <Button
        look="soft"
        className="asset-fields-button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t`Edit fields`}
      </Button>
      <div className="asset-fields" data-open={isOpen || undefined}>
        <AssetFields
          chosen={chosen}
          firstField={firstField}
          onDone={(changed, word) => offerUndo(changed, word, edited)}
        />
      </div>
    </aside>
  );
}
