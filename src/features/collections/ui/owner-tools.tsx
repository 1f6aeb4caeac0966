import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { showToast } from "#app/ui/toast.ts";
import type { CollectionPage } from "../queries.ts";
import { api } from "./api.ts";
import { CollectionForm } from "./collection-form.tsx";

type OwnerToolsProps = {
  collection: Omit<CollectionPage, "items" | "next">;
  arranging: boolean;
  onArrange: () => void;
  /** Something was saved: the page is read again. */
  onChanged: () => void;
};

/** What only the owner of a collection sees on its page. Acceptance row CO-01. */
export function OwnerTools({ collection, arranging, onArrange, onChanged }: OwnerToolsProps) {
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const { id, name, owner, is_public: isPublic } = collection;

  async function act(work: () => Promise<unknown>) {
    if (busy) return;
    setBusy(true);
    await work();
    setBusy(false);
  }
  const failed = (title: string, problem: { title: string; detail?: string }) =>
    showToast("error", title, { description: problem.detail ?? problem.title });

  async function publish() {
    const json = { is_public: !isPublic };
    const answer = await api.patch("/api/collections/:id", { param: { id }, json });
    if (!answer.ok) return failed("The collection was not changed", answer.problem);
    onChanged();
    return showToast("success", isPublic ? `${name} is private` : `${name} is public`);
  }

  async function restore() {
    const answer = await api.post("/api/collections/:id/restore", { param: { id } });
    if (!answer.ok) return failed("The collection could not be restored", answer.problem);
    await navigate(paths.collection(owner.username, id));
    return undefined;
  }

  async function remove() {
    const answer = await api.delete("/api/collections/:id", { param: { id } });
    if (!answer.ok) return failed("The collection was not deleted", answer.problem);
    await navigate(paths.dashboardPage("collections"));
    return showToast("success", `Deleted ${name}`, {
      duration: 10_000,
      action: { label: "Undo", onClick: () => void restore() },
    });
  }

  return (
    <>
      <Button look="outline" onClick={() => setEditing(true)}>
        <Icon name="pencil-simple" size={18} />
        Edit
      </Button>
      <Button look="outline" aria-pressed={arranging} onClick={onArrange}>
        Arrange
      </Button>
      <Button look="outline" disabled={busy} onClick={() => void act(publish)}>
        {isPublic ? "Make private" : "Publish"}
      </Button>
      <Button look="quiet" disabled={busy} onClick={() => void act(remove)}>
        Delete
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
