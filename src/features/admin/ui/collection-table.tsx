import { StarIcon } from "@phosphor-icons/react/dist/csr/Star";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import type { ListedCollection } from "#app/features/collections/queries.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Table } from "#app/ui/table.tsx";
import { showToast } from "#app/ui/toast.ts";
import type { CollectionsInput } from "../inputs/collections.ts";
import { api } from "./api.ts";
import { BulkBar, SelectAll, SelectRow } from "./selection.tsx";
import { useSelection } from "./use-selection.ts";
import { counted, useUndoToast } from "./use-undo-toast.ts";
import "#app/ui/state.css";
import "./asset-table.css";

type Action = CollectionsInput["action"];

const unit = ["collection", "collections"] as const;

const actions: readonly { action: Action; label: string; done: string }[] = [
  { action: "pick", label: "Pick", done: "picked" },
  { action: "unpick", label: "Unpick", done: "no longer picked" },
  { action: "hide", label: "Hide", done: "hidden" },
  { action: "unhide", label: "Show again", done: "shown again" },
];

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

function stateOf({ isPublic, isHidden }: ListedCollection): { tone: string; text: string } {
  if (isHidden) return { tone: "rust", text: "Hidden" };
  return isPublic ? { tone: "moss", text: "Public" } : { tone: "dim", text: "Private" };
}

/** Picks and hides the selected collections; each action can be undone for half a minute. */
function useDecision(ids: readonly string[], onDone: () => void) {
  const offerUndo = useUndoToast((undo) =>
    api.post("/api/admin/collections/undo", { json: { undo } }),
  );
  return useMutation(
    ({ action }: (typeof actions)[number]) =>
      api.post("/api/admin/collections/bulk", { json: { action, ids: [...ids] } }),
    {
      reloads: true,
      onDone({ changed, undo }, { action, done }) {
        onDone();
        if (changed > 0) {
          offerUndo(`${counted(changed, unit)} ${done}`, undo);
          return;
        }
        const isPick = action === "pick";
        void showToast("message", "Nothing had to change", {
          description: isPick ? "Only what is public and not hidden can be picked." : undefined,
        });
      },
    },
  );
}

/** Everybody's collections, to choose from. */
export function CollectionTable({ items }: { items: readonly ListedCollection[] }) {
  const selection = useSelection(items.map(({ id }) => id));
  const { run, busy } = useDecision(selection.ids, selection.clear);
  return (
    <>
      <Table label="Collections">
        <thead>
          <tr>
            <th scope="col">
              <SelectAll selection={selection} />
            </th>
            <th scope="col">Collection</th>
            <th scope="col" className="wide">
              Creator
            </th>
            <th scope="col">Visibility</th>
            <th scope="col" className="number">
              Images
            </th>
            <th scope="col" className="number wide">
              Changed
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((collection) => {
            const { id, name, owner, isPublic, isPicked, count, updatedAt } = collection;
            const state = stateOf(collection);
            return (
              <tr key={id} data-chosen={selection.has(id) || undefined}>
                <td>
                  <SelectRow selection={selection} id={id} name={name} />
                </td>
                <td className="wrap-anywhere">
                  {isPublic ? (
                    <Link className="asset-title" to={paths.collection(owner.username, id)}>
                      {name}
                    </Link>
                  ) : (
                    <span className="asset-title">{name}</span>
                  )}
                </td>
                <td className="wide">
                  <Link className="link" to={paths.creator(owner.username)}>
                    @{owner.username}
                  </Link>
                </td>
                <td>
                  <span className="state" data-tone={state.tone}>
                    {state.text}
                  </span>
                  {isPicked && (
                    <span className="asset-pick">
                      <StarIcon size={14} weight="fill" aria-hidden />
                      Pick
                    </span>
                  )}
                </td>
                <td className="number">{count.toLocaleString("en")}</td>
                <td className="number wide whitespace-nowrap text-ink-2">
                  {day.format(new Date(updatedAt))}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      <BulkBar selection={selection} unit={unit}>
        {actions.map((each) => (
          <Button
            key={each.action}
            look="soft"
            size="small"
            disabled={busy}
            onClick={() => void run(each)}
          >
            {each.label}
          </Button>
        ))}
      </BulkBar>
    </>
  );
}
