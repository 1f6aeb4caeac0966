import type { ReactNode } from "react";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { MemberRow } from "../queries.ts";
import { MemberCell } from "./member-row.tsx";
import { Table } from "#app/ui/table.tsx";

export type MemberColumn = {
  label: string;
  /** Of its head and its cells. */
  className?: string;
  /** What a stacked row of a small screen calls the cell. */
  stacked?: string;
  /** For screen readers alone. */
  isQuiet?: boolean;
  cell: (member: MemberRow) => ReactNode;
};

/** Members, one a row: who they are, then the columns. */
export function MemberTable({
  members,
  columns,
}: {
  members: readonly MemberRow[];
  columns: readonly MemberColumn[];
}) {
  if (members.length === 0) {
    return <EmptyState title="Nobody here">No member matches. Try fewer words.</EmptyState>;
  }
  return (
    <Table label="Members" stack>
      <thead>
        <tr>
          <th scope="col">Member</th>
          {columns.map(({ label, className, isQuiet }) => (
            <th key={label} scope="col" className={className}>
              {isQuiet ? <span className="sr-only">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id}>
            <td>
              <MemberCell member={member} />
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
