import type { ReactNode } from "react";
import { t } from "#app/language/message.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { MemberRow } from "../queries.ts";
import { MemberCell } from "./member-row.tsx";
import { SelectAll, SelectRow } from "./selection.tsx";
import type { Selection } from "./use-selection.ts";
import { Table } from "#app/ui/table.tsx";
import "./member-table.css";

export type MemberColumn = {
  label: string;
  /** Class name of the column's header and cells. */
  className?: string;
  /** Label of the cell when rows are stacked on a small screen. */
  stacked?: string;
  /** The header is visible to screen readers only. */
  isQuiet?: boolean;
  cell: (member: MemberRow) => ReactNode;
};

/** Table of members, one per row: the member, then the columns. */
export function MemberTable({
  members,
  columns,
  selection,
}: {
  members: readonly MemberRow[];
  columns: readonly MemberColumn[];
  selection: Selection;
}) {
  if (members.length === 0) {
    return <EmptyState title={t`Nobody here`}>{t`No member matches. Try fewer words.`}</EmptyState>;
  }
  return (
    <Table label={t`Members`} stack>
      <thead>
        <tr>
          <th scope="col">
            <div className="member-pick">
              <SelectAll selection={selection} />
              {t`Member`}
            </div>
          </th>
          {columns.map(({ label, className, isQuiet }) => (
            <th key={label} scope="col" className={className}>
              {isQuiet ? <span className="sr-only">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id} data-chosen={selection.has(member.id) || undefined}>
            <td>
              <div className="member-pick">
                <SelectRow selection={selection} id={member.id} name={member.name} />
                <MemberCell member={member} />
              </div>
            </td>
            {columns.map(({ label, className, stacked, cell }) => (
              <td key={label} className={className} data-label={stacked}>
                {cell(member)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
