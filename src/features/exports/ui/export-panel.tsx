import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { useState } from "react";
import { T, t } from "#app/language/message.ts";
import { byteSize } from "#app/rules/byte-size.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonAnchor } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useFreshFactor } from "#app/features/identity/ui/fresh-factor.tsx";
import { PasswordStep } from "#app/features/identity/ui/password-step.tsx";
import { When } from "#app/features/identity/ui/when.tsx";
import type { OwnExport } from "../queries.ts";
import { api, archiveAddress } from "./api.ts";
import { ImportPart } from "./import-part.tsx";
import "#app/ui/meter.css";
import "./export-panel.css";

const whileRunningMs = 1_000;

const isOpen = (shown: OwnExport | null) => shown?.state === "queued" || shown?.state === "running";

function Progress({ shown }: { shown: OwnExport }) {
  if (shown.total === 0) {
    return (
      <output className="export-progress">
        <Spinner />
        {shown.state === "queued" ? t`Your export waits for its turn.` : t`Gathering your data.`}
      </output>
    );
  }
  const share = shown.done / shown.total;
  return (
    <div className="export-progress">
      <p id="export-progress">
        {t`${byteSize(shown.done)} of ${byteSize(shown.total)} packed. You can leave this page.`}
      </p>
      <progress className="sr-only" aria-labelledby="export-progress" value={share} />
      <div className="meter" aria-hidden>
        <i style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

function Ready({ shown }: { shown: OwnExport }) {
  return (
    <>
      <p className="text-ink-2">
        <T>
          Your export of <When at={shown.requestedAt} time /> is ready.{" "}
        </T>
        {shown.expiresAt !== null && (
          <>
            <T>
              You can download it until <When at={shown.expiresAt} time />.
            </T>
          </>
        )}
      </p>
      {shown.leftOut > 0 && (
        <Alert calm icon>
          {t`Some images could not be read and are not in it. The file records/lost-files.jsonl names them.`}
        </Alert>
      )}
    </>
  );
}

/** Export of everything the member has. */
export function ExportPanel({ hasPassword }: { hasPassword: boolean }) {
  const hydrated = useHydrated();
  const [isAsking, setIsAsking] = useState(false);
  const [isRunning, setIsRunning] = useState(false);
  const { guard, dialog } = useFreshFactor();
  const { data, again } = useQuery("exports", (signal) => api.get("/api/exports", { signal }), {
    everyMs: isRunning ? whileRunningMs : null,
  });
  const shown = data?.export ?? null;
  if (isOpen(shown) !== isRunning) setIsRunning(isOpen(shown));
  const cancel = useMutation((id: string) => api.delete("/api/exports/:id", { param: { id } }), {
    onDone: again,
  });

  async function asked() {
    setIsAsking(false);
    await again();
    void showToast("success", t`Your export is being made`);
  }

  return (
    <section className="panel" id="export" aria-labelledby="export-title">
      <h2 className="title-small" id="export-title" tabIndex={-1}>
        {t`Your data`}
      </h2>
      <p className="mt-1 text-ink-2">
        {t`Get everything you have here as one file: your images as they are stored, your prompts, titles and tags, your collections, likes, follows, style kits, cast log, credit statement and profile. You can bring it to another installation of Echoform.`}
      </p>
      <div className="export-state">
        {shown !== null && isOpen(shown) && <Progress shown={shown} />}
        {shown?.state === "ready" && <Ready shown={shown} />}
        {shown?.state === "failed" && (
          <Alert calm icon>
            {t`Your last export failed. Nothing of yours is lost, and you can ask for it again.`}
          </Alert>
        )}
        {shown?.state === "expired" && (
          <p className="text-ink-2">
            <T>
              Your export of <When at={shown.requestedAt} time /> has expired.
            </T>
          </p>
        )}
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        {shown?.state === "ready" && (
          <ButtonAnchor look="primary" href={archiveAddress(shown.id)} download>
            <DownloadSimpleIcon size={18} aria-hidden />
            {t`Download (${byteSize(shown.total)})`}
          </ButtonAnchor>
        )}
        {!isRunning && (
          <Button look="soft" disabled={!hydrated} onClick={() => setIsAsking(true)}>
            {shown?.state === "ready" ? t`Make a new export` : t`Export my data`}
          </Button>
        )}
        {shown !== null && (isRunning || shown.state === "ready") && (
          <Button
            look="soft"
            disabled={!hydrated || cancel.busy}
            onClick={() => void cancel.run(shown.id)}
          >
            {isRunning ? t`Cancel` : t`Delete it`}
          </Button>
        )}
      </div>
      {isAsking && (
        <Dialog title={t`Export my data`} open onClose={() => setIsAsking(false)}>
          <PasswordStep
            name="export"
            hasPassword={hasPassword}
            label={t`Export`}
            busyLabel={t`Asking`}
            send={(password) => guard(() => api.post("/api/exports", { json: { password } }))}
            onDone={asked}
          >
            <p className="text-ink-2">
              {t`It takes a few minutes. You get a notice and a mail when it is ready, and it can be downloaded for seven days. Whoever has the file has your private images too.`}
            </p>
          </PasswordStep>
        </Dialog>
      )}
      {dialog}
      <ImportPart hasPassword={hasPassword} />
    </section>
  );
}
