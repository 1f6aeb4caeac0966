import { useState } from "react";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import type { LoggedQuery, SearchRule } from "#app/features/search/queries.ts";
import { Button } from "#app/ui/button.tsx";
import { useSite } from "#app/ui/site.ts";
import { Table } from "#app/ui/table.tsx";
import { SearchRuleDialog } from "./search-rule-dialog.tsx";

/** A query of the log with the rules that are set for it. */
export type QueryRow = LoggedQuery & { rules: readonly SearchRule[] };

/** What a rule does, in a few words. */
export function ruleText(rule: SearchRule): string {
  if (rule.kind === "synonym") return `Also finds “${rule.words}”`;
  const { name, owner } = rule.collection;
  return `Leads to ${name}, @${owner}`;
}

/** What people searched for, with what can be done about it. */
export function QueryTable({ label, rows }: { label: string; rows: readonly QueryRow[] }) {
  const { slugSearch } = useSite();
  const [query, setQuery] = useState<string | null>(null);
  return (
    <>
      <Table label={label} low>
        <thead>
          <tr>
            <th scope="col">Query</th>
            <th scope="col" className="number">
              Searches
            </th>
            <th scope="col" className="number wide">
              Previous period
            </th>
            <th scope="col" className="number">
              Results
            </th>
            <th scope="col">
              <span className="sr-only">What to find</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.query}>
              <td className="wrap-anywhere">
                <Link className="link" to={paths.search(row.query, slugSearch)}>
                  {row.query}
                </Link>
                {row.rules.map((rule) => (
                  <span key={rule.id} className="block text-12 text-ink-3">
                    {ruleText(rule)}
                  </span>
                ))}
              </td>
              <td className="number">{row.searches.toLocaleString("en")}</td>
              <td className="number wide text-ink-2">{row.before.toLocaleString("en")}</td>
              <td className="number text-ink-2">{row.results.toLocaleString("en")}</td>
              <td className="number">
                <Button
                  look="soft"
                  size="small"
                  aria-label={`Add rule for ${row.query}`}
                  onClick={() => setQuery(row.query)}
                >
                  Add rule
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <SearchRuleDialog query={query} onClose={() => setQuery(null)} />
    </>
  );
}
