import { useState } from "react";
import { locale, t } from "#app/language/message.ts";
import { byteSize } from "#app/rules/byte-size.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { FileButton } from "#app/ui/file-input.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useFreshFactor } from "#app/features/identity/ui/fresh-factor.tsx";
import { PasswordStep } from "#app/features/identity/ui/password-step.tsx";
import type { OwnImport } from "../queries.ts";
import { importApi } from "./api.ts";
import { sendArchive, type Begun } from "./send-archive.ts";

const whileRunningMs = 1_000;

const isAtWork = (shown: OwnImport | null) =>
  shown?.state === "queued" || shown?.state === "running";

type MeterProps = { id: string; text: string; share: number };

function Meter({ id, text, share }: MeterProps) {
  return (
    <div className="export-progress">
      <p id={id}>{text}</p>
      <progress className="sr-only" aria-labelledby={id} value={share} />
      <div className="meter" aria-hidden>
        <i style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

const phases = {
  check: t`Checking the images`,
  store: t`Storing the images`,
  book: t`Taking over the images`,
} as const;

function Progress({ shown }: { shown: OwnImport }) {
  if (shown.phase === null || shown.total === 0) {
    return (
      <output className="export-progress">
        <Spinner />
        {shown.state === "queued" ? t`Your archive waits for its turn.` : t`Reading your archive.`}
      </output>
    );
  }
  const counted = t`${shown.done.toLocaleString(locale("en"))} of ${shown.total.toLocaleString(locale("en"))}`;
  return (
    <Meter
      id="import-progress"
      text={`${phases[shown.phase]}: ${counted}`}
      share={shown.done / shown.total}
    />
  );
}

function Ended({ shown }: { shown: OwnImport }) {
  if (shown.state === "refused") {
    return (
      <Alert calm icon>
        <span className="wrap-anywhere">
          {t`Your archive was refused, and nothing was changed. ${shown.reason ?? ""}.`}
        </span>
      </Alert>
    );
  }
  if (shown.state === "failed") {
    return (
      <Alert calm icon>
        {t`Your archive could not be taken over. You can bring it again: what is here already is not doubled.`}
      </Alert>
    );
  }
  if (shown.counts === null) return null;
  const { pictures, collections, likes, follows, kits, wordLists, masks, withoutSource } =
    shown.counts;
  const rows = [
    [t`Images taken over`, pictures.added],
    [t`Images that were here already`, pictures.known],
    [t`Images that another member here has`, pictures.ofOthers],
    [t`Remixes whose source is not here`, withoutSource],
    [t`Collections taken over`, collections.added],
    [t`Images of collections that are not here`, collections.withoutImages],
    [t`Likes taken over`, likes.added],
    [t`Likes of images that are not here`, likes.notHere],
    [t`Follows taken over`, follows.added],
    [t`Follows of people who are not here`, follows.notHere],
    [t`Style kits taken over`, kits.added],
    [t`Word lists taken over`, wordLists?.added ?? 0],
    [t`Masks of edits taken over`, masks?.added ?? 0],
  ] as const;
  return (
    <>
      <p className="text-ink-2">{t`Your archive was taken over.`}</p>
      <ul className="import-counts">
        {rows
          .filter(([, count]) => count > 0)
          .map(([label, count]) => (
            <li key={label}>
              {label}: {count.toLocaleString(locale("en"))}
            </li>
          ))}
      </ul>
    </>
  );
}

/** Import of an archive that was exported at another installation. */
export function ImportPart({ hasPassword }: { hasPassword: boolean }) {
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<File | null>(null);
  const [formerName, setFormerName] = useState("");
  const [sent, setSent] = useState<{ bytes: number; size: number } | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const { guard, dialog } = useFreshFactor();
  const { data, again } = useQuery(
    "imports",
    (signal) => importApi.get("/api/imports", { signal }),
    {
      everyMs: isRunning ? whileRunningMs : null,
    },
  );
  const shown = data?.import ?? null;
  if (isAtWork(shown) !== isRunning) setIsRunning(isAtWork(shown));
  const [isBroken, setIsBroken] = useState(false);
  const cancel = useMutation(
    (id: string) => importApi.delete("/api/imports/:id", { param: { id } }),
    { onDone: again },
  );

  async function send(file: File, begun: Begun) {
    setChosen(null);
    setIsBroken(false);
    try {
      await sendArchive(file, begun, (bytes) => setSent({ bytes, size: file.size }));
    } catch {
      setIsBroken(true);
    }
    setSent(null);
    await again();
  }

  return (
    <div className="import-part">
      <h3 className="title-small" id="import-title">
        {t`Bring an archive`}
      </h3>
      <p className="mt-1 text-ink-2">
        {t`Take over the images, words, collections and style kits of an export from another installation of Echoform. Credits stay where they are.`}
      </p>
      <div className="export-state">
        {sent !== null && (
          <Meter
            id="import-sent"
            text={t`${byteSize(sent.bytes)} of ${byteSize(sent.size)} sent. Keep this page open.`}
            share={sent.bytes / sent.size}
          />
        )}
        {isBroken && (
          <Alert calm icon>
            {t`The upload broke off. Choose the same file again, and it goes on where it ended.`}
          </Alert>
        )}
        {shown !== null && (isRunning ? <Progress shown={shown} /> : <Ended shown={shown} />)}
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        {sent === null && !isRunning && (
          <FileButton
            look="soft"
            label={t`Archive of an export`}
            accept=".tar,application/x-tar"
            disabled={!hydrated}
            onFile={setChosen}
          >
            {t`Choose an archive`}
          </FileButton>
        )}
        {shown !== null && (isRunning || (shown.state === "uploading" && sent === null)) && (
          <Button look="soft" disabled={cancel.busy} onClick={() => void cancel.run(shown.id)}>
            {t`Cancel the import`}
          </Button>
        )}
      </div>
      {chosen !== null && (
        <Dialog title={t`Bring an archive`} open onClose={() => setChosen(null)}>
          <PasswordStep
            name="import"
            hasPassword={hasPassword}
            label={t`Upload`}
            busyLabel={t`Starting`}
            send={(password) =>
              guard(() =>
                importApi.post("/api/imports", {
                  json: {
                    size: chosen.size,
                    password,
                    ...(formerName.trim() !== "" && { formerName: formerName.trim() }),
                  },
                }),
              )
            }
            onDone={(begun) => send(chosen, begun)}
          >
            <p className="wrap-anywhere text-ink-2">
              {t`${chosen.name} has ${byteSize(chosen.size)}. All of it is checked before anything is taken over.`}
            </p>
            <Field
              label={t`Your username there, if it was another one`}
              name="formerName"
              autoComplete="off"
              value={formerName}
              onChange={({ currentTarget }) => setFormerName(currentTarget.value)}
            />
          </PasswordStep>
        </Dialog>
      )}
      {dialog}
    </div>
  );
}
