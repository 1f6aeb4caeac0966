import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { backupList, operations, type Operations } from "#app/features/admin/queries.ts";
import { api } from "#app/features/admin/ui/api.ts";
import { Backups } from "#app/features/admin/ui/backups.tsx";
import { EngineTable } from "#app/features/admin/ui/engine-table.tsx";
import { Moment } from "#app/features/admin/ui/moment.tsx";
import { ProcessTable } from "#app/features/admin/ui/process-table.tsx";
import { QueueTable } from "#app/features/admin/ui/queue-table.tsx";
import { UpkeepTable } from "#app/features/admin/ui/upkeep-table.tsx";
import { T, locale, plural, t } from "#app/language/message.ts";
import { images } from "#app/rules/counted.ts";
import { adminData } from "#app/page-data.ts";
import { byteSize } from "#app/rules/byte-size.ts";
import { formatSeconds, secondsBetween } from "#app/rules/duration.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import "#app/ui/table.css";
import "./admin.css";

const refreshMs = 10_000;

/** The running installation, for whoever operates it. See docs/product.md 2.13. */
export function loader({ context }: LoaderFunctionArgs) {
  return adminData(context, async (services) => {
    const [state, backups] = await Promise.all([operations(services), backupList(services)]);
    return { state, backups };
  });
}

function Facts({ state }: { state: Operations }) {
  const { casts, oldestWait, storage, database, at } = state;
  const { pictures, uploads, disk } = storage;
  const facts = [
    [t`Casts waiting`, casts.queued.toLocaleString(locale("en"))],
    [t`Casts being drawn`, casts.running.toLocaleString(locale("en"))],
    [
      t`Longest wait`,
      oldestWait === null ? t`None` : formatSeconds(secondsBetween(oldestWait, at)),
    ],
    [images(pictures.count), byteSize(pictures.bytes)],
    [plural(uploads.count, "# upload", "# uploads"), byteSize(uploads.bytes)],
    [t`Database`, byteSize(database.bytes)],
    ...(disk === null ? [] : [[t`Free of ${byteSize(disk.total)}`, byteSize(disk.free)]]),
  ];
  return (
    <dl className="admin-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export default function OperationsPage() {
  const loaded = useLoaderData<typeof loader>();
  const { data } = useQuery(
    "operations",
    (signal) => api.get("/api/admin/operations", { signal }),
    { everyMs: refreshMs },
  );
  const state = data !== null && data.at > loaded.state.at ? data : loaded.state;
  const { version, node, postgres, migration, database } = state;
  const largest = database.tables.map(({ name, bytes }) => `${name} ${byteSize(bytes)}`);
  return (
    <>
      <PageHead title={t`Operations`} />
      <header className="admin-head">
        <h1 className="title-large">{t`Operations`}</h1>
        <p className="text-13 text-ink-2">
          <T>
            Release {version}, Node.js {node}, PostgreSQL {postgres}
          </T>
          {migration !== null && t`, migration ${migration.replace(/\.sql$/, "")}`}
        </p>
      </header>
      <Facts state={state} />
      <p className="text-13 text-ink-3">
        <T>
          Largest tables: {largest.join(", ")}. As of <Moment at={state.at} />.
        </T>
      </p>
      <section className="mt-8" aria-labelledby="engines">
        <h2 className="title-small" id="engines">
          {t`Engines`}
        </h2>
        <EngineTable engines={state.engines} />
      </section>
      <Backups initial={loaded.backups} />
      <section className="mt-8" aria-labelledby="processes">
        <h2 className="title-small" id="processes">
          {t`Processes`}
        </h2>
        <ProcessTable processes={state.processes} at={state.at} />
      </section>
      <section className="mt-8" aria-labelledby="jobs">
        <h2 className="title-small" id="jobs">
          {t`Jobs`}
        </h2>
        <QueueTable queues={state.queues} />
      </section>
      <section className="mt-8" aria-labelledby="upkeep">
        <h2 className="title-small" id="upkeep">
          {t`Upkeep`}
        </h2>
        <UpkeepTable upkeep={state.upkeep} />
      </section>
    </>
  );
}
