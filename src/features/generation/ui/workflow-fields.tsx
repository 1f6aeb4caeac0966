import { useState } from "react";
import { t } from "#app/language/message.ts";
import { type EngineWorkflow, engineWorkflows, workflowLimits } from "#app/rules/engine-kinds.ts";
import { FileButton } from "#app/ui/file-input.tsx";
import { Labelled } from "#app/ui/labelled.tsx";
import { Select } from "#app/ui/select.tsx";
import type { AdminEngine } from "../queries/engine-list.ts";

const labels: Record<EngineWorkflow, string> = {
  checkpoint: t`Stable Diffusion (1.5, SDXL)`,
  flux: "FLUX",
  file: t`A file of your own`,
};

type Chosen = { name: string; text: string };

type WorkflowProps = {
  /** The engine to change; null adds one. */
  engine: AdminEngine | null;
  error?: string;
};

/** Which workflow a ComfyUI server draws with: one of ours, or a file that is read here and sent with the form. */
export function WorkflowFields({ engine, error }: WorkflowProps) {
  const [workflow, setWorkflow] = useState<EngineWorkflow>(engine?.own?.workflow ?? "checkpoint");
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const name = chosen?.name ?? engine?.own?.workflowFile ?? null;

  async function choose(file: File) {
    const isTooLarge = file.size > workflowLimits.text;
    setTooLarge(isTooLarge);
    if (isTooLarge) return;
    setChosen({ name: file.name.slice(-workflowLimits.name), text: await file.text() });
  }

  return (
    <>
      <Select
        label={t`Workflow`}
        name="workflow"
        options={engineWorkflows.map((value) => ({ value, label: labels[value] }))}
        value={workflow}
        onChange={setWorkflow}
      />
      {workflow === "file" && (
        <Labelled
          label={t`File of the workflow`}
          hint={t`Exported in API format. With a list of inputs, these become settings for members.`}
          error={tooLarge ? t`The file is larger than 500 kB` : error}
        >
          {({ id, "aria-describedby": note }) => (
            <div className="flex flex-wrap items-center gap-3">
              <FileButton
                id={id}
                aria-describedby={note}
                look="soft"
                size="small"
                label={t`File of the workflow`}
                accept=".json,application/json"
                onFile={(file) => void choose(file)}
              >
                {name === null ? t`Choose a file` : t`Choose another file`}
              </FileButton>
              {name !== null && (
                <span className="text-13 wrap-anywhere text-ink-2" dir="ltr">
                  {name}
                </span>
              )}
            </div>
          )}
        </Labelled>
      )}
      {workflow === "file" && chosen !== null && (
        <>
          <input type="hidden" name="workflowName" value={chosen.name} />
          <input type="hidden" name="workflowText" value={chosen.text} />
        </>
      )}
    </>
  );
}
