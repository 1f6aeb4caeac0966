import { plural, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import type { SearchRule } from "#app/features/search/queries.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Link } from "#app/ui/link.tsx";
import { useSite } from "#app/ui/site.ts";
import { Table } from "#app/ui/table.tsx";
import { api } from "./api.ts";
import { Moment } from "./moment.tsx";
import { BulkBar, SelectAll, SelectRow } from "./selection.tsx";
import { useSelection } from "./use-selection.ts";
import { useUndoToast } from "./use-undo-toast.ts";
import "#app/ui/state.css";

function Finds({ rule }: { rule: SearchRule }) {
  if (rule.kind === "synonym") return <>{rule.words}</>;
  const { collection, isInForce } = rule;
  return (
    <>
      <Link className="link" to={paths.collection(collection.owner, collection.id)}>
        {collection.name}
      </Link>
      {!isInForce && (
        <span className="state block" data-tone="ochre">
          {t`Not public now`}
        </span>
      )}
    </>
  );
}

/** The synonyms and redirects that admins have set, to choose from and to remove. */
export function SearchRuleTable({ items }: { items: readonly SearchRule[] }) {
  const { slugSearch } = useSite();
  const selection = useSelection(items.map(({ id }) => id));
  const offerUndo = useUndoToast((undo) =>
    api.post("/api/admin/search-rules/undo", { json: { undo } }),
  );
  const { run, busy } = useMutation(
    () => api.delete("/api/admin/search-rules", { json: { ids: [...selection.ids] } }),
    {
      reloads: true,
      onDone({ changed, undo }) {
        selection.clear();
        offerUndo(plural(changed, "# rule removed", "# rules removed"), undo);
      },
    },
  );
  return (
    <>
      <Table label={t`Search rules`} low>
        <thead>
          <tr>
            <th scope="col">
              <SelectAll selection={selection} />
            </th>
            <th scope="col">{t`Searched for`}</th>
            <th scope="col">{t`Kind`}</th>
            <th scope="col">{t`Finds`}</th>
            <th scope="col" className="wide">
              {t`Added`}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((rule) => (
            <tr key={rule.id} data-chosen={selection.has(rule.id) || undefined}>
              <td>
                <SelectRow selection={selection} id={rule.id} name={rule.query} />
              </td>
              <td className="wrap-anywhere">
                <Link className="link" to={paths.search(rule.query, slugSearch)}>
                  {rule.query}
                </Link>
              </td>
              <td>{rule.kind === "synonym" ? t`Synonym` : t`Redirect`}</td>
              <td className="wrap-anywhere">
                <Finds rule={rule} />
              </td>
              <td className="wide text-ink-2">
                <Moment at={rule.createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <BulkBar
        selection={selection}
        selected={(count) => plural(count, "# rule selected", "# rules selected")}
      >
        <Button look="soft" size="small" disabled={busy} onClick={() => void run()}>
          {t`Remove`}
        </Button>
      </BulkBar>
    </>
  );
}
