import { t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/labelled.tsx";
import type { Upload } from "./uploads.ts";
import "./asset-table.css";

type UploadRowProps = { upload: Upload; onRetry: () => void; onDismiss: () => void };

/** A file that is being uploaded, or was refused. */
export function UploadRow({ upload, onRetry, onDismiss }: UploadRowProps) {
  const { file, preview, state } = upload;
  return (
    <li>
      <img
        className="asset-thumb"
        src={preview}
        alt=""
        width={56}
        height={56}
        onError={({ currentTarget }) => {
          // Chromium shows a sign of its own for a file that is no picture.
          currentTarget.style.visibility = "hidden";
        }}
      />
      <div className="min-w-0">
        <span className="block truncate font-semibold">{file.name}</span>
        {state.step === "failed" && <FieldError>{state.reason}</FieldError>}
        {state.step === "waiting" && <span className="text-13 text-ink-3">{t`Waiting`}</span>}
        {state.step === "sending" && state.share < 1 && (
          <progress
            className="w-full max-w-60"
            aria-label={t`Upload of ${file.name}`}
            value={state.share}
          />
        )}
        {state.step === "sending" && state.share === 1 && (
          <span className="text-13 text-ink-3">{t`Analysing`}</span>
        )}
      </div>
      <div className="flex gap-2">
        {state.step === "failed" && (
          <Button look="soft" size="small" aria-label={t`Try ${file.name} again`} onClick={onRetry}>
            {t`Try again`}
          </Button>
        )}
        {state.step !== "sending" && (
          <Button size="small" aria-label={t`Dismiss ${file.name}`} onClick={onDismiss}>
            {t`Dismiss`}
          </Button>
        )}
      </div>
    </li>
  );
}
