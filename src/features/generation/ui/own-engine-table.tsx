import { useState } from "react";
import { locale, t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { Table } from "#app/ui/table.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useFreshFactor } from "#app/features/identity/ui/fresh-factor.tsx";
import type { AdminEngine } from "../queries/engine-list.ts";
import type { EngineReport as Report } from "../queries/engine-trial.ts";
import { api } from "./api.ts";
import { EngineReport } from "./engine-report.tsx";
import { audienceLabels } from "./own-engine-words.ts";
import "#app/ui/state.css";

function stateOf({ own, key }: AdminEngine): { tone: string; text: string } {
  if (own === null) return { tone: "moss", text: t`From the environment` };
  if (own.isHidden) return { tone: "ochre", text: t`The environment’s one is used` };
  if (key === "unreadable") return { tone: "rust", text: t`Its key must be typed again` };
  return own.isOn ? { tone: "moss", text: t`On` } : { tone: "dim", text: t`Off` };
}

/** Asks the engine as it is set up, and shows what it says. */
function TestButton({ engine }: { engine: AdminEngine }) {
  const [report, setReport] = useState<Report | null>(null);
  const [open, setOpen] = useState(false);
  const { run, busy } = useMutation(
    () => api.post("/api/admin/engines/:id/test", { param: { id: engine.id } }),
    {
      onDone(said) {
        setReport(said);
        setOpen(true);
      },
    },
  );
  return (
    <>
      <Button
        look="soft"
        size="small"
        disabled={busy}
        aria-label={t`Test ${engine.label}`}
        onClick={() => void run()}
      >
        {busy && <Spinner />}
        {t`Test`}
      </Button>
      <Dialog title={engine.label} open={open} onClose={() => setOpen(false)}>
        <div className="mt-4">{report && <EngineReport report={report} />}</div>
      </Dialog>
    </>
  );
}

type OwnProps = { engine: AdminEngine; own: NonNullable<AdminEngine["own"]>; onChange: () => void };

/** Removes an engine, once it was asked whether that is meant. */
function RemoveButton({ engine, own }: Omit<OwnProps, "onChange">) {
  const [open, setOpen] = useState(false);
  const { guard, dialog } = useFreshFactor();
  const { run, busy } = useMutation(
    () =>
      guard(() =>
        api.delete("/api/admin/engines/:id", {
          param: { id: engine.id },
          json: { version: own.version },
        }),
      ),
    {
      reloads: true,
      onDone: () => void showToast("success", t`${engine.label} is removed`),
      onRefused: () => setOpen(false),
    },
  );
  return (
    <>
      <Button
        look="quiet"
        size="small"
        danger
        aria-label={t`Remove ${engine.label}`}
        onClick={() => setOpen(true)}
      >
        {t`Remove`}
      </Button>
      <Dialog title={t`Remove ${engine.label}?`} open={open} onClose={() => setOpen(false)}>
        <p className="mt-3 text-ink-2">
          {t`Its settings and its key are deleted. Pictures that it drew stay.`}
        </p>
        <div className="mt-5 flex gap-2">
          <Button look="primary" disabled={busy} onClick={() => void run()}>
            {t`Remove`}
          </Button>
          <Button look="soft" onClick={() => setOpen(false)}>
            {t`Keep it`}
          </Button>
        </div>
      </Dialog>
      {dialog}
    </>
  );
}

function OwnTools({ engine, own, onChange }: OwnProps) {
  const { guard, dialog } = useFreshFactor();
  const { run, busy } = useMutation(
    (isOn: boolean) =>
      guard(() =>
        api.patch("/api/admin/engines/:id", {
          param: { id: engine.id },
          json: { version: own.version, isOn },
        }),
      ),
    {
      reloads: true,
      onDone: (_, isOn) =>
        void showToast(
          "success",
          isOn ? t`${engine.label} is on` : t`${engine.label} is off: what waits is still drawn`,
        ),
    },
  );
  return (
    <>
      <Button look="soft" size="small" aria-label={t`Change ${engine.label}`} onClick={onChange}>
        {t`Change`}
      </Button>
      <Button
        look="soft"
        size="small"
        disabled={busy}
        aria-label={own.isOn ? t`Switch off ${engine.label}` : t`Switch on ${engine.label}`}
        onClick={() => void run(!own.isOn)}
      >
        {own.isOn ? t`Switch off` : t`Switch on`}
      </Button>
      <RemoveButton engine={engine} own={own} />
      {dialog}
    </>
  );
}

const factor = new Intl.NumberFormat(locale("en"), { maximumFractionDigits: 2 });

type TableProps = { engines: readonly AdminEngine[]; onChange: (engine: AdminEngine) => void };

/** The engines of the site: those of the environment can be tested, those of admins changed too. */
export function OwnEngineTable({ engines, onChange }: TableProps) {
  return (
    <Table label={t`Engines`} stack>
      <thead>
        <tr>
          <th scope="col">{t`Engine`}</th>
          <th scope="col" className="wide">
            {t`Address`}
          </th>
          <th scope="col">{t`State`}</th>
          <th scope="col" className="number">
            {t`Price`}
          </th>
          <th scope="col">{t`Who may cast with it`}</th>
          <th scope="col">
            <span className="sr-only">{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {engines.map((engine) => {
          const { id, label, url, own } = engine;
          const { tone, text } = stateOf(engine);
          return (
            // One of the environment may have the id of a stored one.
            <tr key={`${own === null} ${id}`}>
              <td className="wrap-anywhere">
                <b className="block font-[580]">{label}</b>
                <span className="mono text-12 text-ink-3" dir="ltr">
                  {id}
                </span>
              </td>
              <td className="wide wrap-anywhere text-ink-2">
                <span dir="ltr">{url}</span>
              </td>
              <td>
                <span className="state" data-tone={tone}>
                  {text}
                </span>
              </td>
              <td className="number">{t`× ${factor.format(own?.priceFactor ?? 1)}`}</td>
              <td>{audienceLabels[own?.audience ?? "everyone"]}</td>
              <td>
                <div className="flex flex-wrap gap-2 md:justify-end">
                  <TestButton engine={engine} />
                  {own && <OwnTools engine={engine} own={own} onChange={() => onChange(engine)} />}
                </div>
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
