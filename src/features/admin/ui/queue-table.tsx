import { locale, t } from "#app/language/message.ts";
import { Table } from "#app/ui/table.tsx";
import type { Operations } from "../queries.ts";

type Queue = Operations["queues"][number];

const names: Record<Queue["queue"], string> = {
  mail: t`Mails`,
  push: t`Notifications to browsers`,
  export: t`Exports of members`,
  import: t`Imports of members`,
  backup: t`Backups`,
  model: t`Models of this machine`,
};

/** The queues of jobs and how many jobs each has. */
export function QueueTable({ queues }: { queues: readonly Queue[] }) {
  return (
    <Table label={t`Jobs`} low>
      <thead>
        <tr>
          <th scope="col">{t`Queue`}</th>
          <th scope="col" className="number">
            {t`Waiting`}
          </th>
          <th scope="col" className="number wide">
            {t`To be tried again`}
          </th>
          <th scope="col" className="number">
            {t`At work`}
          </th>
          <th scope="col" className="number">
            {t`Given up today`}
          </th>
        </tr>
      </thead>
      <tbody>
        {queues.map(({ queue, waiting, retrying, working, failed }) => (
          <tr key={queue}>
            <th scope="row">{names[queue]}</th>
            <td className="number">{waiting.toLocaleString(locale("en"))}</td>
            <td className="number wide">{retrying.toLocaleString(locale("en"))}</td>
            <td className="number">{working.toLocaleString(locale("en"))}</td>
            <td className="number">{failed.toLocaleString(locale("en"))}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
