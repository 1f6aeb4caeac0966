import { ImageSquareIcon } from "@phosphor-icons/react/dist/csr/ImageSquare";
import { useEffect, useRef, useState } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { FileButton, FileInput } from "#app/ui/file-input.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { api, type Verified } from "./api.ts";
import { Verdict } from "./verdict.tsx";
import "./verify-form.css";

const kinds = "image/png,image/jpeg,image/webp,image/avif";

/** The first file among dropped or pasted items. */
const fileIn = (data: DataTransfer | null): File | null => data?.files[0] ?? null;

/** What a form that was sent without script found, or why it was refused. */
export type Sent = { found: Verified } | { refusal: string };

/** Takes a picture by choice, drop or paste and shows what is found out about it. */
export function VerifyForm({ sent }: { sent: Sent | null }) {
  const hydrated = useHydrated();
  const [found, setFound] = useState<Verified | null>(null);
  const [over, setOver] = useState(false);
  const result = useRef<HTMLElement>(null);
  const verify = useMutation((file: File) => api.post("/api/verify", { file }), {
    tells: "form",
    reloads: false,
    onDone: (data) => setFound(data),
  });
  const take = (file: File) => {
    setFound(null);
    void verify.run(file);
  };
  const takeLater = useRef(take);
  useEffect(() => {
    takeLater.current = take;
  });
  useEffect(() => {
    if (found !== null) result.current?.focus();
  }, [found]);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const listen = (event: Event, data: DataTransfer | null) => {
      const file = fileIn(data);
      if (file === null) return;
      event.preventDefault();
      takeLater.current(file);
    };
    document.addEventListener(
      "dragover",
      (event) => {
        event.preventDefault();
        setOver(true);
      },
      { signal },
    );
    document.addEventListener(
      "dragleave",
      (event) => event.relatedTarget === null && setOver(false),
      { signal },
    );
    document.addEventListener(
      "drop",
      (event) => {
        event.preventDefault();
        setOver(false);
        listen(event, event.dataTransfer);
      },
      { signal },
    );
    document.addEventListener("paste", (event) => listen(event, event.clipboardData), { signal });
    return () => left.abort();
  }, []);

  const shown = found ?? (sent !== null && "found" in sent && !verify.busy ? sent.found : null);
  const refusal =
    (verify.problem && (verify.problem.detail ?? verify.problem.title)) ??
    (sent !== null && "refusal" in sent && !verify.busy ? sent.refusal : null);
  return (
    <>
      <form
        className="verify-form panel"
        method="post"
        action={paths.verify()}
        encType="multipart/form-data"
        data-over={over || undefined}
      >
        <ImageSquareIcon size={28} className="text-ink-3" />
        {hydrated ? (
          <>
            <FileButton
              look="primary"
              label={t`Picture to look into`}
              accept={kinds}
              disabled={verify.busy}
              onFile={take}
            >
              {t`Choose a picture`}
            </FileButton>
            <p className="text-13 text-ink-3">{t`You can also drop one here or paste one.`}</p>
          </>
        ) : (
          <>
            <FileInput
              name="file"
              required
              accept={kinds}
              aria-label={t`Picture to look into`}
              onFiles={([file]) => take(file)}
            />
            <Button look="primary" type="submit">
              {t`Look into it`}
            </Button>
          </>
        )}
        <p className="text-13 text-ink-3">
          {t`JPEG, PNG, WebP or AVIF, at most 20 MB. The file is not kept.`}
        </p>
      </form>
      <output>
        {verify.busy && (
          <span className="verify-busy">
            <Spinner />
            {t` Looking into it`}
          </span>
        )}
      </output>
      {refusal && <Alert icon>{refusal}</Alert>}
      {shown !== null && (
        <section
          ref={result}
          tabIndex={-1}
          className="verify-result"
          aria-label={t`What was found`}
        >
          <Verdict found={shown} />
        </section>
      )}
    </>
  );
}
