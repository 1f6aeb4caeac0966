import { useState } from "react";
import { T, locale, t } from "#app/language/message.ts";
import { byteSize } from "#app/rules/byte-size.ts";
import { formatSeconds, secondsBetween } from "#app/rules/duration.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { Table } from "#app/ui/table.tsx";
import { showToast } from "#app/ui/toast.ts";
import type { BackupList, BackupRun } from "../queries.ts";
import { api } from "./api.ts";
import { Moment } from "./moment.tsx";
import "#app/ui/meter.css";
import "./backups.css";

const whileRunningMs = 1_000;
const otherwiseMs = 30_000;

const isOpen = (run: BackupRun | null) => run?.state === "queued" || run?.state === "running";

/** How far the running backup is: its files are by far the larger part. */
function progressOf({ phase, done, total }: BackupRun): { share: number; text: string } {
  const part = total === 0 ? 0 : done / total;
  const counted = t`${done.toLocaleString(locale("en"))} of ${total.toLocaleString(locale("en"))}`;
  if (phase === "files") return { share: 0.9 * part, text: t`Copying files: ${counted}` };
  if (phase === "tables") return { share: 0.9 + 0.1 * part, text: t`Saving tables: ${counted}` };
  return { share: 0, text: t`Counting files` };
}

function Run({ run }: { run: BackupRun }) {
  if (run.state === "queued") {
    return (
      <output className="backup-run">
        <Spinner />
        {t`Waiting for a worker`}
      </output>
    );
  }
  if (run.state === "running") {
    const { share, text } = progressOf(run);
    return (
      <div className="backup-run">
        <p id="backup-progress">{text}</p>
        <progress className="sr-only" aria-labelledby="backup-progress" value={share} />
        <div className="meter" aria-hidden>
          <i style={{ width: `${share * 100}%` }} />
        </div>
      </div>
    );
  }
  if (run.state === "failed") {
    return (
      <Alert icon calm>
        <span className="wrap-anywhere">
          <T>
            The backup of <Moment at={run.requestedAt} /> failed. {run.error}
          </T>
        </span>
      </Alert>
    );
  }
  return null;
}

function Saved({ items, at }: Pick<BackupList, "items" | "at">) {
  return (
    <Table label={t`Backups`} low>
      <thead>
        <tr>
          <th scope="col">{t`Backup`}</th>
          <th scope="col">{t`Age`}</th>
          <th scope="col" className="number">
            {t`Size`}
          </th>
          <th scope="col" className="number wide">
            {t`Files`}
          </th>
          <th scope="col" className="number wide">
            {t`Rows`}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ name, createdAt, bytes, files, rows }) => (
          <tr key={name}>
            <th scope="row" className="mono text-12 wrap-anywhere">
              {name}
            </th>
            <td title={createdAt}>{formatSeconds(secondsBetween(createdAt, at))}</td>
            <td className="number">{byteSize(bytes)}</td>
            <td className="number wide">{files.toLocaleString(locale("en"))}</td>
            <td className="number wide">{rows.toLocaleString(locale("en"))}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The backups that there are, with the one that is being made; a press makes another. */
export function Backups({ initial }: { initial: BackupList }) {
  const [isRunning, setIsRunning] = useState(isOpen(initial.run));
  const { data, again } = useQuery(
    "backups",
    (signal) => api.get("/api/admin/backups", { signal }),
    { everyMs: isRunning ? whileRunningMs : otherwiseMs },
  );
  const list = data !== null && data.at > initial.at ? data : initial;
  const { run, items, damaged, folder, at } = list;
  if (isOpen(run) !== isRunning) setIsRunning(isOpen(run));

  const start = useMutation(() => api.post("/api/admin/backups"), {
    async onDone() {
      await again();
      void showToast("success", t`A worker makes the backup`);
    },
  });
  return (
    <section className="mt-8" aria-labelledby="backups">
      <header className="admin-head">
        <h2 className="title-small" id="backups">
          {t`Backups`}
        </h2>
        <Button
          look="primary"
          size="small"
          disabled={isRunning || start.busy}
          onClick={() => void start.run()}
        >
          {t`Back up now`}
        </Button>
      </header>
      <p className="mt-1 mb-3 max-w-[70ch] text-13 wrap-anywhere text-ink-3">
        {t`Database and files, in ${folder}. A backup is restored by the command line.`}
      </p>
      {run && <Run run={run} />}
      {damaged.length > 0 && (
        <Alert icon calm>
          <ul className="wrap-anywhere">
            {damaged.map(({ name, reason }) => (
              <li key={name}>{t`${name} is no whole backup. ${reason}`}</li>
            ))}
          </ul>
        </Alert>
      )}
      {items.length === 0 ? (
        <p className="text-13 text-ink-3">{t`There is no backup in this folder yet.`}</p>
      ) : (
        <Saved items={items} at={at} />
      )}
    </section>
  );
}
