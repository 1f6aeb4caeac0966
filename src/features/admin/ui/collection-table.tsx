import { StarIcon } from "@phosphor-icons/react/dist/csr/Star";
import { locale, plural, t } from "#app/language/message.ts";
import type { Unit } from "#app/rules/counted.ts";
import { paths } from "#app/paths.ts";
import type { ListedCollection } from "#app/features/collections/queries.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Link } from "#app/ui/link.tsx";
import { Table } from "#app/ui/table.tsx";
import { showToast } from "#app/ui/toast.ts";
import type { CollectionsInput } from "../inputs/collections.ts";
import { api } from "./api.ts";
import { BulkBar, SelectAll, SelectRow } from "./selection.tsx";
import { useSelection } from "./use-selection.ts";
import { useUndoToast } from "./use-undo-toast.ts";
import "#app/ui/state.css";
import "./asset-table.css";

type Action = CollectionsInput["action"];

const actions: readonly { action: Action; label: string; done: Unit }[] = [
  {
    action: "pick",
    label: t`Pick`,
    done: (count) => plural(count, "# collection picked", "# collections picked"),
  },
  {
    action: "unpick",
    label: t`Unpick`,
    done: (count) =>
      plural(count, "# collection no longer picked", "# collections no longer picked"),
  },
  {
    action: "hide",
    label: t`Hide`,
    done: (count) => plural(count, "# collection hidden", "# collections hidden"),
  },
  {
    action: "unhide",
    label: t`Show again`,
    done: (count) => plural(count, "# collection shown again", "# collections shown again"),
  },
];

const day = new Intl.DateTimeFormat(locale("en-GB"), { dateStyle: "medium", timeZone: "UTC" });

function stateOf({ isPublic, isHidden }: ListedCollection): { tone: string; text: string } {
  if (isHidden) return { tone: "rust", text: t`Hidden` };
  return isPublic ? { tone: "moss", text: t`Public` } : { tone: "dim", text: t`Private` };
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
          offerUndo(done(changed), undo);
          return;
        }
        const isPick = action === "pick";
        void showToast("message", t`Nothing had to change`, {
          description: isPick ? t`Only what is public and not hidden can be picked.` : undefined,
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
      <Table label={t`Collections`}>
        <thead>
          <tr>
            <th scope="col">
              <SelectAll selection={selection} />
            </th>
            <th scope="col">{t`Collection`}</th>
            <th scope="col" className="wide">
              {t`Creator`}
            </th>
            <th scope="col">{t`Visibility`}</th>
            <th scope="col" className="number">
              {t`Images`}
            </th>
            <th scope="col" className="number wide">
              {t`Changed`}
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
                  <Link className="link" dir="ltr" to={paths.creator(owner.username)}>
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
                      {t`Picked`}
                    </span>
                  )}
                </td>
                <td className="number">{count.toLocaleString(locale("en"))}</td>
                <td className="number wide whitespace-nowrap text-ink-2">
                  {day.format(new Date(updatedAt))}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      <BulkBar
        selection={selection}
        selected={(count) => plural(count, "# collection selected", "# collections selected")}
      >
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
