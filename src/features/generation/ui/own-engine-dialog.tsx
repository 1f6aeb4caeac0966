import { useRef, useState, type SubmitEvent } from "react";
import { t } from "#app/language/message.ts";
import type { EngineKind, EngineWorkflow } from "#app/rules/engine-kinds.ts";
import type { Audience } from "#app/rules/engine-audience.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useFreshFactor } from "#app/features/identity/ui/fresh-factor.tsx";
import type { AdminEngine } from "../queries/engine-list.ts";
import { api } from "./api.ts";
import { EngineReport } from "./engine-report.tsx";
import { OwnEngineFields } from "./own-engine-fields.tsx";

/** What the form says. An empty key is none that was typed: a stored one stays. */
function readEntries(form: HTMLFormElement) {
  const given = new FormData(form);
  const text = (name: string) => {
    const value = given.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const typed = given.has("noKey") ? "" : text("key") || undefined;
  const connection = {
    kind: text("kind") as EngineKind,
    label: text("label"),
    url: text("url"),
    ...(typed !== undefined && { key: typed }),
    models: text("models"),
    defaults: text("defaults"),
    workflow: (text("workflow") || "checkpoint") as EngineWorkflow,
    ...(given.has("workflowText") && {
      workflowFile: { name: text("workflowName"), text: text("workflowText") },
    }),
    deadline: Number(text("deadline")),
    concurrency: Number(text("concurrency")),
    bills: given.has("bills"),
  };
  const offer = {
    priceFactor: Number(text("priceFactor")),
    audience: text("audience") as Audience,
  };
  return { name: text("name"), connection, offer };
}

type Entries = ReturnType<typeof readEntries>;

type DialogProps = {
  /** The engine to change; null adds one. */
  engine: AdminEngine | null;
  open: boolean;
  onClose: () => void;
};

/** Adds or changes an engine, after its connection was tested if that is wished. */
export function OwnEngineDialog({ engine, open, onClose }: DialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const { guard, dialog } = useFreshFactor();
  const save = useMutation(
    ({ name, connection, offer }: Entries) => {
      if (engine?.own) {
        const { kind: _kind, ...changes } = connection;
        const json = { version: engine.own.version, ...changes, ...offer };
        return guard<unknown>(() =>
          api.patch("/api/admin/engines/:id", { param: { id: engine.id }, json }),
        );
      }
      const json = { name, ...connection, ...offer };
      return guard<unknown>(() => api.post("/api/admin/engines", { json }));
    },
    {
      tells: "form",
      reloads: true,
      onDone(_, { connection: { label } }) {
        void showToast("success", engine === null ? t`${label} is added` : t`${label} is changed`);
        onClose();
      },
    },
  );
  const [report, setReport] = useState<Parameters<typeof EngineReport>[0]["report"] | null>(null);
  const trial = useMutation(
    ({ connection }: Entries) => {
      const json = { ...connection, ...(engine !== null && { id: engine.id }) };
      return guard(() => api.post("/api/admin/engines/test", { json }));
    },
    { tells: "form", onDone: (said) => setReport(said) },
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    trial.clear();
    void save.run(readEntries(event.currentTarget));
  }
  function test() {
    if (form.current === null) return;
    setReport(null);
    save.clear();
    void trial.run(readEntries(form.current));
  }

  const busy = save.busy || trial.busy;
  const refusal = save.refusal ?? trial.refusal;
  return (
    <>
      <Dialog
        title={engine === null ? t`New engine` : t`The engine ${engine.label}`}
        open={open}
        onClose={onClose}
      >
        <form ref={form} className="mt-4 flex flex-col gap-4" noValidate onSubmit={submit}>
          <OwnEngineFields
            engine={engine}
            errorOf={(field) => save.errorOf(field) ?? trial.errorOf(field)}
          />
          {refusal && <Alert icon>{refusal}</Alert>}
          {report && <EngineReport report={report} />}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" disabled={busy}>
              {save.busy && <Spinner />}
              {engine === null ? t`Add engine` : t`Save`}
            </Button>
            <Button look="soft" disabled={busy} onClick={test}>
              {trial.busy && <Spinner />}
              {t`Test the connection`}
            </Button>
          </div>
        </form>
      </Dialog>
      {dialog}
    </>
  );
}
