import { useState } from "react";
import { useNavigate } from "react-router";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { firstClick } from "#app/ui/first-click.ts";
import { SteadyLabel } from "#app/ui/steady-label.tsx";
import { showToast } from "#app/ui/toast.ts";
import type { CollectionPage } from "../queries.ts";
import { api } from "./api.ts";
import { CollectionForm } from "./collection-form.tsx";

type OwnerToolsProps = {
  collection: Omit<CollectionPage, "items" | "next">;
  arranging: boolean;
  onArrange: () => void;
  /** Called after saving; reloads the page's data. */
  onChanged: () => void;
};

/** Controls on a collection's page that only its owner sees. Acceptance row CO-01. */
export function OwnerTools({ collection, arranging, onArrange, onChanged }: OwnerToolsProps) {
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const { id, name, owner, is_public: isPublic } = collection;

  const param = { id };
  const publishing = useMutation(
    () => api.patch("/api/collections/:id", { param, json: { is_public: !isPublic } }),
    {
      refusedTitle: t`The collection was not changed`,
      onDone() {
        onChanged();
        void showToast("success", isPublic ? t`${name} is private` : t`${name} is public`);
      },
    },
  );
  const restoring = useMutation(() => api.post("/api/collections/:id/restore", { param }), {
    refusedTitle: t`The collection could not be restored`,
    onDone: async () => navigate(paths.collection(owner.username, id)),
  });
  const removal = useMutation(() => api.delete("/api/collections/:id", { param }), {
    refusedTitle: t`The collection was not deleted`,
    async onDone() {
      await navigate(paths.dashboardPage("collections"));
      void showToast("success", t`Deleted ${name}`, {
        duration: 10_000,
        action: { label: t`Undo`, onClick: () => void restoring.run() },
      });
    },
  });
  const busy = publishing.busy || removal.busy;

  return (
    <>
      <Button look="outline" onClick={() => setEditing(true)}>
        <Icon name="pencil-simple" size={18} />
        {t`Edit`}
      </Button>
      <Button look="outline" aria-pressed={arranging} onClick={onArrange}>
        {t`Arrange`}
      </Button>
      <Button look="outline" disabled={busy} onClick={() => void publishing.run()}>
        <SteadyLabel
          texts={[t`Publish`, t`Make private`]}
          shown={isPublic ? t`Make private` : t`Publish`}
        />
      </Button>
      <Button look="quiet" disabled={busy} onClick={firstClick(() => void removal.run())}>
        {t`Delete`}
      </Button>
      <CollectionForm
        collection={collection}
        open={editing}
        onClose={() => setEditing(false)}
        onSaved={() => {
          setEditing(false);
          onChanged();
        }}
      />
    </>
  );
}
