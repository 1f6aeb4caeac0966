import { useState } from "react";
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from "react-router";
import { machineFacts, modelList, type MachineFacts } from "#app/features/models/queries.ts";
import { FirstModels } from "#app/features/models/ui/first-models.tsx";
import { LicenceDialog } from "#app/features/models/ui/licence-dialog.tsx";
import { ModelRow } from "#app/features/models/ui/model-row.tsx";
import { useModels } from "#app/features/models/ui/use-models.ts";
import { t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { byteSize } from "#app/rules/byte-size.ts";
import { Alert } from "#app/ui/alert.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import "./admin.css";

/** Models that draw on this machine. See docs/local-models.md. */
export function loader({ context }: LoaderFunctionArgs) {
  return adminData(context, async (services) => {
    const [models, machine] = await Promise.all([modelList(services), machineFacts(services)]);
    return { models, machine };
  });
}

function Facts({ free, machine }: { free: number; machine: MachineFacts }) {
  const { device, ram } = machine;
  const facts = [
    [t`Free disk`, byteSize(free)],
    [t`Memory`, byteSize(ram)],
    [t`Graphics card`, device.kind === "gpu" ? device.name : t`None`],
  ];
  return (
    <>
      <dl className="admin-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {device.hint !== null && (
        <p className="mb-6 text-13 text-ink-2">
          <bdi lang="en">{device.hint}</bdi>
        </p>
      )}
    </>
  );
}

export default function Models() {
  const loaded = useLoaderData<typeof loader>();
  const { list, isLive } = useModels(loaded.models);
  const { machine: facts } = loaded;
  const { items, disk } = list;
  const machine = { free: disk.free, ram: facts.ram, hasCard: facts.device.kind === "gpu" };
  const [query, setQuery] = useSearchParams();
  const wanted = items.find(
    ({ id, state }) =>
      id === query.get("want") && ["available", "failed", "removed"].includes(state),
  );
  // Kept while the dialog closes.
  const [shown, setShown] = useState(wanted);
  if (wanted !== undefined && wanted.id !== shown?.id) setShown(wanted);
  const want = (id: string | null) =>
    setQuery(id === null ? {} : { want: id }, { preventScrollReset: true, replace: id === null });
  const isNew = items.every(({ state }) => state === "available" || state === "removed");
  const { runtime } = facts;
  return (
    <>
      <PageHead title={t`Models`} />
      <header className="admin-head">
        <h1 className="title-large">{t`Models`}</h1>
      </header>
      <p className="mt-1 max-w-[70ch] text-13 text-ink-3">
        {t`Models that draw on this machine. One press fetches a model, checks its files, measures how fast it draws, and offers it to members.`}
      </p>
      <Facts free={disk.free} machine={facts} />
      {runtime.state === "unsupported" && (
        <Alert icon calm className="mb-4">
          {t`Models cannot draw on this machine: ${runtime.reason ?? ""}`}
        </Alert>
      )}
      {!isLive && (
        <Alert calm className="mb-4">
          {t`The server does not answer: what you see may be old.`}
        </Alert>
      )}
      {isNew && items.length > 0 && <FirstModels models={items} machine={machine} />}
      {items.length === 0 ? (
        <EmptyState title={t`No models`}>
          {t`The catalogue is empty. MODELS_CATALOGUE names a file of your own.`}
        </EmptyState>
      ) : (
        <section aria-labelledby="all-models">
          <h2 className="title-small" id="all-models">
            {t`All models`}
          </h2>
          <ul className="models">
            {items.map((model) => (
              <ModelRow
                key={model.id}
                model={model}
                machine={machine}
                onWant={() => want(model.id)}
              />
            ))}
          </ul>
        </section>
      )}
      {shown && (
        <LicenceDialog
          key={shown.id}
          model={shown}
          open={wanted !== undefined}
          onClose={() => want(null)}
        />
      )}
    </>
  );
}
