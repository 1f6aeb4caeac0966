import { Table } from "#app/ui/table.tsx";
import type { Operations } from "../queries.ts";

type Queue = Operations["queues"][number];

const names: Record<Queue["queue"], string> = {
  mail: "Mails",
  push: "Notifications to browsers",
  backup: "Backups",
};

/** The queues of jobs and how many jobs each has. */
export function QueueTable({ queues }: { queues: readonly Queue[] }) {
  return (
    <Table label="Jobs" low>
      <thead>
        <tr>
          <th scope="col">Queue</th>
          <th scope="col" className="number">
            Waiting
          </th>
          <th scope="col" className="number wide">
            To be tried again
          </th>
          <th scope="col" className="number">
            At work
          </th>
          <th scope="col" className="number">
            Given up today
          </th>
        </tr>
      </thead>
      <tbody>
        {queues.map(({ queue, waiting, retrying, working, failed }) => (
          <tr key={queue}>
            <th scope="row">{names[queue]}</th>
            <td className="number">{waiting.toLocaleString("en")}</td>
            <td className="number wide">{retrying.toLocaleString("en")}</td>
            <td className="number">{working.toLocaleString("en")}</td>
            <td className="number">{failed.toLocaleString("en")}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
