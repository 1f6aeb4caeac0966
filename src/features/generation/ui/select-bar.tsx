import { lazy, Suspense, useState } from "react";
import { plural, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonAnchor } from "#app/ui/button.tsx";
import "./select-bar.css";

const load = () => import("#app/features/collections/ui/collect-dialog.tsx");
const CollectDialog = lazy(async () => ({ default: (await load()).CollectDialog }));

type SelectBarProps = {
  ids: readonly string[];
  /** Ids of the selected casts; must keep its identity between renders. */
  pictureIds: readonly string[];
  busy: boolean;
  onAction: (action: "publish" | "hide" | "delete") => void;
  onClear: () => void;
};

/** Actions for the selected casts. */
export function SelectBar({ ids, pictureIds, busy, onAction, onClear }: SelectBarProps) {
  const [collecting, setCollecting] = useState<"never" | "open" | "closed">("never");
  return (
    <section className="select-bar" aria-label={t`Selected casts`}>
      <output className="text-13 font-[560]">
        {plural(ids.length, "1 cast selected", "# casts selected")}
      </output>
      <Button look="quiet" size="small" disabled={busy} onClick={() => onAction("hide")}>
        {t`Make private`}
      </Button>
      <Button look="quiet" size="small" disabled={busy} onClick={() => onAction("publish")}>
        {t`Make public`}
      </Button>
      <Button
        look="quiet"
        size="small"
        aria-haspopup="dialog"
        disabled={pictureIds.length === 0}
        onPointerEnter={() => void load()}
        onClick={() => setCollecting("open")}
      >
        {t`Collect`}
      </Button>
      <ButtonAnchor look="quiet" size="small" href={paths.api.generationsArchive(ids)} download>
        {t`Download`}
      </ButtonAnchor>
      <Button look="quiet" size="small" danger disabled={busy} onClick={() => onAction("delete")}>
        {t`Delete`}
      </Button>
      <Button look="soft" size="small" onClick={onClear}>
        {t`Clear`}
      </Button>
      {collecting !== "never" && (
        <Suspense>
          <CollectDialog
            pictureIds={pictureIds}
            open={collecting === "open"}
            onClose={() => setCollecting("closed")}
          />
        </Suspense>
      )}
    </section>
  );
}
