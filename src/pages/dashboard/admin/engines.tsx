import { lazy, Suspense, useState } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { adminEngines, type AdminEngine } from "#app/features/generation/queries/engine-list.ts";
import { OwnEngineTable } from "#app/features/generation/ui/own-engine-table.tsx";
import "./admin.css";

const OwnEngineDialog = lazy(async () => ({
  default: (await import("#app/features/generation/ui/own-engine-dialog.tsx")).OwnEngineDialog,
}));

/** The services that draw, beside Sketch. See docs/engines.md. */
export function loader({ context }: LoaderFunctionArgs) {
  return adminData(context, async (services) => ({ engines: await adminEngines(services) }));
}

type Shown = { round: number; engine: AdminEngine | null; open: boolean };

export default function Engines() {
  const { engines } = useLoaderData<typeof loader>();
  const [dialog, setDialog] = useState<Shown | null>(null);
  const show = (engine: AdminEngine | null) =>
    setDialog({ round: (dialog?.round ?? 0) + 1, engine, open: true });
  return (
    <>
      <PageHead title={t`Engines`} />
      <div className="admin-head">
        <h1 className="title-large">{t`Engines`}</h1>
        <Button look="primary" size="small" onClick={() => show(null)}>
          {t`New engine`}
        </Button>
      </div>
      <div className="admin-tools">
        <p className="text-13 text-ink-3">
          {t`Services that draw, beside Sketch, which is always there. What the environment names is changed there.`}
        </p>
      </div>
      {engines.length === 0 ? (
        <EmptyState title={t`No engines`}>
          {t`Add a cloud service by its key, or a server of your own by its address.`}
        </EmptyState>
      ) : (
        <OwnEngineTable engines={engines} onChange={show} />
      )}
      {dialog && (
        <Suspense>
          <OwnEngineDialog
            key={dialog.round}
            engine={dialog.engine}
            open={dialog.open}
            onClose={() => setDialog({ ...dialog, open: false })}
          />
        </Suspense>
      )}
    </>
  );
}
