import { useState } from "react";
import { locale, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import type { LoggedQuery, SearchRule } from "#app/features/search/queries.ts";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { useSite } from "#app/ui/site.ts";
import { Table } from "#app/ui/table.tsx";
import { SearchRuleDialog } from "./search-rule-dialog.tsx";

/** A query of the log with the rules that are set for it. */
export type QueryRow = LoggedQuery & { rules: readonly SearchRule[] };

/** What a rule does, in a few words. */
export function ruleText(rule: SearchRule): string {
  if (rule.kind === "synonym") return t`Also finds “${rule.words}”`;
  const { name, owner } = rule.collection;
  return t`Leads to ${name}, @${owner}`;
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
            <th scope="col">{t`Query`}</th>
            <th scope="col" className="number">
              {t`Searches`}
            </th>
            <th scope="col" className="number wide">
              {t`Previous period`}
            </th>
            <th scope="col" className="number">
              {t`Results`}
            </th>
            <th scope="col">
              <span className="sr-only">{t`What to find`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.query}>
              <td className="wrap-break-word">
                <Link className="link" to={paths.search(row.query, slugSearch)}>
                  {row.query}
                </Link>
                {row.rules.map((rule) => (
                  <span key={rule.id} className="block text-12 text-ink-3">
                    {ruleText(rule)}
                  </span>
                ))}
              </td>
              <td className="number">{row.searches.toLocaleString(locale("en"))}</td>
              <td className="number wide text-ink-2">{row.before.toLocaleString(locale("en"))}</td>
              <td className="number text-ink-2">{row.results.toLocaleString(locale("en"))}</td>
              <td className="number">
                <Button
                  look="soft"
                  size="small"
                  aria-label={t`Add rule for ${row.query}`}
                  onClick={() => setQuery(row.query)}
                >
                  {t`Add rule`}
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
