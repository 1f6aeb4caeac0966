import { T, t } from "#app/language/message.ts";
import { byteSize } from "#app/rules/byte-size.ts";
import { catalogueText } from "#app/rules/model-texts.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { useFreshFactor } from "#app/features/identity/ui/fresh-factor.tsx";
import type { ListedModel } from "../queries.ts";
import { api } from "./api.ts";
import { FileList, hashesOf } from "./file-list.tsx";
import { sizeOf } from "./model-words.ts";

type Statements = readonly { path: string; sha256: string; bytes: number; revision: string }[];

type FormProps = { model: ListedModel; onDone: () => void };

function Wish({ model, statements, onDone }: FormProps & { statements: Statements }) {
  const { guard, dialog } = useFreshFactor();
  const { run, busy } = useMutation(
    () =>
      guard(() =>
        api.post("/api/admin/models/:id/want", {
          param: { id: model.id },
          json: {
            licence: model.licence.spdx,
            ...(statements.length > 0 && { hashes: hashesOf(statements) }),
          },
        }),
      ),
    { reloads: true, onDone },
  );
  return (
    <>
      {statements.length > 0 && (
        <>
          <p className="mt-4 text-13 text-ink-2">
            {t`The hub states these files. They are pinned: another file is never taken in their place.`}
          </p>
          <FileList files={statements} />
        </>
      )}
      <Button className="mt-5" look="primary" disabled={busy} onClick={() => void run()}>
        {busy && <Spinner />}
        {t`Accept the licence and get it`}
      </Button>
      {dialog}
    </>
  );
}

/** Asks the hub for what the catalogue does not know, before it is confirmed. */
function UnknownFiles({ model, onDone }: FormProps) {
  const { data, failure, again } = useQuery(
    `model statements ${model.id}`,
    (signal) => api.post("/api/admin/models/:id/statements", { param: { id: model.id }, signal }),
    { onFocus: false },
  );
  if (data !== null) return <Wish model={model} statements={data.items} onDone={onDone} />;
  if (failure !== null) {
    return (
      <>
        <Alert calm className="mt-4">
          {failure.problem.detail ?? failure.problem.title}
        </Alert>
        <Button className="mt-5" look="soft" onClick={() => void again()}>
          {t`Try again`}
        </Button>
      </>
    );
  }
  return (
    <p className="mt-4 flex items-center gap-2 text-ink-2">
      <Spinner label={t`Asking the hub`} />
      {t`Asking the hub for the hashes of its files`}
    </p>
  );
}

type LicenceDialogProps = { model: ListedModel; open: boolean; onClose: () => void };

/** The licence of a model, to be accepted: the one press that it takes. */
export function LicenceDialog({ model, open, onClose }: LicenceDialogProps) {
  const { label, licence, summary, unknownFiles } = model;
  return (
    <Dialog title={t`Get ${label}`} open={open} onClose={onClose}>
      <p className="mt-3">{catalogueText(summary)}</p>
      <p className="mt-3 text-ink-2">{catalogueText(licence.sentence)}</p>
      <p className="mt-1 text-13 text-ink-2">
        <T>
          Licence:{" "}
          <a className="link" href={licence.url} target="_blank" rel="noreferrer">
            <bdi>{licence.spdx}</bdi>
          </a>
        </T>
      </p>
      <p className="mt-3 text-13 text-ink-2">
        {t`It is fetched (${sizeOf(model)}), checked and measured, and then offered to members. This can take a while; the page need not stay open.`}
      </p>
      {unknownFiles.length > 0 ? (
        <UnknownFiles model={model} onDone={onClose} />
      ) : (
        <Wish model={model} statements={[]} onDone={onClose} />
      )}
    </Dialog>
  );
}

/** Files that the hub has stated, to be confirmed by an admin who did not see them before. */
export function HashDialog({ model, open, onClose }: LicenceDialogProps) {
  const { id, label, statements } = model;
  const { guard, dialog } = useFreshFactor();
  const { run, busy } = useMutation(
    () =>
      guard(() =>
        api.post("/api/admin/models/:id/confirm", {
          param: { id },
          json: { asks: "hashes", hashes: hashesOf(statements) },
        }),
      ),
    { reloads: true, onDone: onClose },
  );
  const bytes = statements.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <Dialog title={t`Confirm the files of ${label}`} open={open} onClose={onClose}>
      <p className="mt-3 text-ink-2">
        {t`The catalogue has no hash of these files (${byteSize(bytes)}). The hub states these; once they are confirmed, another file is never taken in their place.`}
      </p>
      <FileList files={statements} />
      <Button className="mt-5" look="primary" disabled={busy} onClick={() => void run()}>
        {t`Confirm and go on`}
      </Button>
      {dialog}
    </Dialog>
  );
}
