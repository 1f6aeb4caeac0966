import { useState, type FormEvent } from "react";
import { createPortal } from "react-dom";
import { plural, t } from "#app/language/message.ts";
import { images } from "#app/rules/counted.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { FieldError } from "#app/ui/labelled.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useCollecting } from "./use-collecting.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { Alert } from "#app/ui/alert.tsx";
import "./collect-dialog.css";
import "./collection-grid.css";

type CollectDialogProps = {
  /** Must keep its identity between renders. */
  pictureIds: readonly string[];
  open: boolean;
  onClose: () => void;
};

type NewCollectionProps = { creation: ReturnType<typeof useCollecting>["creation"] };

function NewCollection({ creation }: NewCollectionProps) {
  const [name, setName] = useState("");
  const { run, busy, problem } = creation;
  const error = problem && (problem.errors?.[0]?.message ?? problem.detail ?? problem.title);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if ((await run(name)) !== null) setName("");
  }
  return (
    <form className="collect-new" onSubmit={(event) => void submit(event)}>
      <Field
        bare
        label={t`New collection`}
        placeholder={t`New collection`}
        value={name}
        maxLength={100}
        required
        error={error}
        aria-describedby={error === null ? undefined : "collect-error"}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" look="soft" disabled={busy}>
        {busy ? <Spinner /> : <Icon name="plus" size={18} />}
        {t`Create`}
      </Button>
      {error !== null && (
        <FieldError id="collect-error" className="w-full">
          {error}
        </FieldError>
      )}
    </form>
  );
}

/** The member's collections, with those checked that contain the picture. Acceptance row CO-01. */
export function CollectDialog({ pictureIds, open, onClose }: CollectDialogProps) {
  const { own, toggling, creation, tellOfChanges } = useCollecting(pictureIds, open);
  const refusal = toggling.problem;
  const collections = own.data?.items ?? [];
  const many = pictureIds.length > 1;
  function close() {
    onClose();
    void tellOfChanges();
  }
  // Key presses in the dialog must not reach the picture behind it.
  const stay = (event: { stopPropagation: () => void }) => event.stopPropagation();
  return createPortal(
    <div onKeyDown={stay} onClick={stay} onFocus={stay} onBlur={stay} role="presentation">
      <Dialog
        title={
          many ? plural(pictureIds.length, "Collect # images", "Collect # images") : t`Collect`
        }
        open={open}
        onClose={close}
      >
        <NewCollection creation={creation} />
        {refusal && <Alert className="mb-3">{refusal.detail ?? refusal.title}</Alert>}
        {own.isLoading && (
          <output className="collect-wait">
            <Spinner />{" "}
            {own.isSlow ? t`Still reading your collections` : t`Reading your collections`}
          </output>
        )}
        {own.data === null && own.failure !== null && (
          <div className="collect-wait" role="alert">
            <p>{own.failure.problem.detail ?? own.failure.problem.title}</p>
            <Button look="soft" size="small" onClick={() => void own.again()}>
              {t`Try again`}
            </Button>
          </div>
        )}
        {own.data !== null && collections.length === 0 && (
          <p className="collect-wait">
            {t`Name your first collection above. It is private until you publish it.`}
          </p>
        )}
        {collections.length > 0 && (
          <ul className="collect-list" aria-label={t`Your collections`}>
            {collections.map((collection) => (
              <li key={collection.id}>
                <Checkbox
                  className="collect-row"
                  checked={collection.has}
                  onChange={() => void toggling.run(collection)}
                  label={
                    <>
                      <span className="truncate">{collection.name}</span>
                      <span className="collection-note">
                        {!collection.isPublic && (
                          <>
                            <Icon name="lock-simple" size={14} />
                            <span className="sr-only">{t`private, `}</span>
                          </>
                        )}
                        {images(collection.count)}
                      </span>
                    </>
                  }
                />
              </li>
            ))}
          </ul>
        )}
        <div className="mt-4 flex justify-end">
          <Button look="primary" onClick={close}>
            {t`Done`}
          </Button>
        </div>
      </Dialog>
    </div>,
    document.body,
  );
}
