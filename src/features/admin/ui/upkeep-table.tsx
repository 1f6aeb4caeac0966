import { t } from "#app/language/message.ts";
import type { UpkeepName } from "#app/adapters/jobs/port.ts";
import type { UpkeepState } from "../queries.ts";
import { Moment } from "./moment.tsx";
import { Table } from "#app/ui/table.tsx";

const names: Record<UpkeepName, string> = {
  "gather-views": t`Gather views`,
  "notify-of-activity": t`Notify of likes, follows, remixes and collections`,
  "queue-push-messages": t`Send notifications to browsers`,
  "send-digests": t`Mail digests`,
  "gather-sign-ups": t`Count sign-ups, forget visitors`,
  "analyse-pictures": t`Analyse new images`,
  "mark-pictures": t`Mark the files of older images`,
  "order-trending": t`Order trending images`,
  "purge-removed-pictures": t`Purge removed images`,
  "sweep-picture-files": t`Delete orphaned image files`,
  "sweep-portraits": t`Delete orphaned portraits`,
  "clear-expired-sessions": t`Delete expired sessions`,
  "open-missing-accounts": t`Open missing credit accounts`,
  "end-suspensions": t`End suspensions`,
  "purge-collections": t`Purge deleted collections`,
  "tidy-casts": t`End forgotten casts`,
  "end-plans-of-closed-accounts": t`End plans of closed accounts`,
  "fetch-missed-payments": t`Fetch missed payment events`,
  "tend-exports": t`Continue exports and delete expired ones`,
  "tend-models": t`Continue models and delete removed ones`,
  "prune-search": t`Prune the search log`,
  "erase-deleted": t`Delete accounts and files that are due`,
};

function formatDuration(ms: number): string {
  return ms < 1000 ? t`${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function Failure({ upkeep: { last, failure } }: { upkeep: UpkeepState }) {
  if (failure === null) return t`None`;
  return (
    <>
      {failure.at === last?.startedAt ? t`Failing: ` : t`Earlier: `}
      {failure.error}
      <span className="block text-12 text-ink-3">
        <Moment at={failure.at} />
      </span>
    </>
  );
}

function Row({ upkeep }: { upkeep: UpkeepState }) {
  const { name, last, failure } = upkeep;
  return (
    <tr>
      <th scope="row">
        {names[name]}
        {failure !== null && (
          <span className="block text-13 font-normal wrap-anywhere text-ink-2 md:hidden">
            <Failure upkeep={upkeep} />
          </span>
        )}
      </th>
      <td>{last === null ? t`Never` : <Moment at={last.startedAt} />}</td>
      <td className="number wide">{last === null ? "" : formatDuration(last.durationMs)}</td>
      <td className="wide">{last === null ? "" : <Moment at={last.nextAt} />}</td>
      <td className="wide text-13 wrap-anywhere text-ink-2">
        <Failure upkeep={upkeep} />
      </td>
    </tr>
  );
}

/** Each maintenance job: its last run, its duration, its next run and its last error. */
export function UpkeepTable({ upkeep }: { upkeep: readonly UpkeepState[] }) {
  return (
    <Table label={t`Upkeep`} low>
      <thead>
        <tr>
          <th scope="col">{t`Job`}</th>
          <th scope="col">{t`Last run`}</th>
          <th scope="col" className="number wide">
            {t`Took`}
          </th>
          <th scope="col" className="wide">
            {t`Next run`}
          </th>
          <th scope="col" className="wide">
            {t`Last error`}
          </th>
        </tr>
      </thead>
      <tbody>
        {upkeep.map((each) => (
          <Row key={each.name} upkeep={each} />
        ))}
      </tbody>
    </Table>
  );
}
