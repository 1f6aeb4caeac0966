import { t } from "#app/language/message.ts";
import { formatSeconds, secondsBetween } from "#app/rules/duration.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Operations } from "../queries.ts";
import { Moment } from "./moment.tsx";

/** The running processes of the program. */
export function ProcessTable({ processes, at }: Pick<Operations, "processes" | "at">) {
  const works = processes.some(({ roles }) => roles.includes("worker"));
  return (
    <>
      {!works && (
        <Alert calm>{t`No worker is running: casts, mails and backups wait for one.`}</Alert>
      )}
      {processes.length > 0 && (
        <Table label={t`Processes`} low>
          <thead>
            <tr>
              <th scope="col">{t`Roles`}</th>
              <th scope="col">{t`Started`}</th>
              <th scope="col" className="wide">
                {t`Up for`}
              </th>
              <th scope="col" className="wide">
                {t`Last seen`}
              </th>
            </tr>
          </thead>
          <tbody>
            {processes.map(({ roles, startedAt, seenAt }) => (
              <tr key={`${startedAt} ${roles.join()}`}>
                <th scope="row">{roles.join(", ")}</th>
                <td>
                  <Moment at={startedAt} />
                </td>
                <td className="wide">{formatSeconds(secondsBetween(startedAt, at))}</td>
                <td className="wide">{t`${formatSeconds(secondsBetween(seenAt, at))} ago`}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}
