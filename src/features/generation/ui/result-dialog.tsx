import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useEffect, useId, useState, type CSSProperties } from "react";
import { T, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { imageAddress, originalAddress } from "#app/rules/image-address.ts";
import type { OriginalFormat } from "#app/rules/picture-files.ts";
import { Button, ButtonAnchor, ButtonLink, IconButton } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ModalDialog } from "#app/ui/modal-dialog.tsx";
import { showProblem, useMutation } from "#app/ui/data/use-mutation.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { useSite } from "#app/ui/site.ts";
import { showToast } from "#app/ui/toast.ts";
import { CollectButton } from "#app/features/collections/ui/collect-button.tsx";
import { api as pictures } from "#app/features/pictures/ui/api.ts";
import { api } from "./api.ts";
import { Compare } from "#app/features/pictures/ui/compare.tsx";
import { EnlargeButton } from "./enlarge-button.tsx";
import { Price } from "./price.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Switch } from "#app/ui/switch.tsx";
import "#app/ui/dialog.css";
import "./result-dialog.css";

/** The opened picture of a cast. */
export type Result = {
  id: string;
  slug: string;
  width: number;
  height: number;
  /** URL and name of its source. */
  source: { src: string; title: string } | null;
};

/** The fields of the API's picture that can be edited here. */
type Details = {
  title: string;
  tags: string[];
  is_public: boolean;
  original: { format: OriginalFormat };
};

type ResultDialogProps = {
  result: Result | null;
  onClose: () => void;
  onVary: () => void;
  /** What `onVary` costs, in credits. */
  varyCost: number;
  onChanged: () => void;
  /** Called with the id of a cast that was started here. */
  onCast: (id: string) => void;
};

type ActionsProps = Omit<ResultDialogProps, "result"> & {
  result: Result;
  /** The form of its original; undefined until it is known. */
  format: OriginalFormat | undefined;
};
type FormProps = Pick<ResultDialogProps, "onClose" | "onChanged"> & {
  result: Result;
  details: Details;
  onSaved: (details: Details) => void;
};

function Actions({ result, format, onVary, varyCost, onClose, onCast }: ActionsProps) {
  const { imageHost } = useSite();
  const { run: makeKit, busy } = useMutation(
    () => api.post("/api/style-kits", { json: { picture: result.id } }),
    { onDone: ({ name }) => void showToast("success", t`The kit “${name}” is made`) },
  );
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink
        look="soft"
        size="small"
        to={paths.studio({ source: result.id })}
        onClick={onClose}
      >
        {t`Remix`}
      </ButtonLink>
      <ButtonLink
        look="soft"
        size="small"
        to={paths.studio({ reference: result.id })}
        onClick={onClose}
      >
        {t`Use as reference`}
      </ButtonLink>
      <ButtonLink look="soft" size="small" to={paths.edit({ source: result.id })} onClick={onClose}>
        {t`Edit`}
      </ButtonLink>
      <Button
        look="soft"
        size="small"
        onClick={() => {
          onClose();
          onVary();
        }}
      >
        <T>
          Variations
          <Price credits={varyCost} />
        </T>
      </Button>
      <ButtonAnchor
        look="soft"
        size="small"
        href={paths.download({
          url: originalAddress(imageHost, result.slug, format),
          filename: result.slug,
        })}
        download
      >
        {t`Download`}
      </ButtonAnchor>
      <EnlargeButton
        picture={result}
        onCast={(id) => {
          onCast(id);
          onClose();
        }}
      />
      <CollectButton pictureId={result.id} variant="words" />
      <Button look="soft" size="small" disabled={busy} onClick={() => void makeKit()}>
        {t`Make a style kit`}
      </Button>
      <ButtonLink look="soft" size="small" to={paths.threads({ root: result.id, at: result.id })}>
        {t`Open thread`}
      </ButtonLink>
    </div>
  );
}

function DetailsForm({ result, details, onSaved, onClose, onChanged }: FormProps) {
  const [title, setTitle] = useState(details.title);
  const [tags, setTags] = useState(details.tags.join(", "));
  const [isPublic, setPublic] = useState(details.is_public);
  const { run, busy, errorOf, refusal } = useMutation(
    () =>
      pictures.patch("/api/picture/:id", {
        param: { id: result.id },
        json: {
          title,
          tags: tags.split(",").flatMap((tag) => tag.trim() || []),
          is_public: isPublic,
        },
      }),
    {
      tells: "form",
      onDone(saved) {
        void showToast("success", t`Saved`);
        onSaved(saved);
        onChanged();
        onClose();
      },
    },
  );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <Field
        label={t`Title`}
        value={title}
        maxLength={140}
        error={errorOf("title")}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Field
        label={t`Tags`}
        hint={t`With commas between them, at most 20`}
        value={tags}
        error={errorOf("tags")}
        onChange={(event) => setTags(event.target.value)}
      />
      <label className="flex cursor-pointer items-center gap-2.5 text-13 font-[560]">
        <Switch checked={isPublic} onChange={(event) => setPublic(event.target.checked)} />
        {t`Public`}
      </label>
      {refusal && <Alert>{refusal}</Alert>}
      <Button type="submit" look="primary" className="self-end" disabled={busy}>
        {t`Save`}
      </Button>
    </form>
  );
}

/** One picture of a cast: what to do with it, its comparison with its source, and its title, tags and visibility. */
export function ResultDialog({ result, ...rest }: ResultDialogProps) {
  const { imageHost } = useSite();
  const heading = useId();
  const id = result?.id ?? null;
  // A refetch on window focus must not overwrite what is being typed.
  const {
    data: details,
    failure,
    change,
  } = useQuery<Details>(
    id === null ? null : `own picture ${id}`,
    (signal) =>
      pictures.get("/api/picture/:id", {
        param: { id: id ?? "" },
        query: { include: "unapproved" },
        signal,
      }),
    { onFocus: false, freshMs: 0 },
  );
  useEffect(() => {
    if (failure !== null) showProblem(failure.problem);
  }, [failure]);
  return (
    <ModalDialog
      className="dialog result-dialog"
      shown={result}
      onClose={rest.onClose}
      labelledBy={heading}
    >
      {(shown) => {
        const src = imageAddress(imageHost, shown.slug, { width: 1024, format: "webp" });
        return (
          <div className="dialog-body result">
            <h2 className="title-small pe-10" id={heading}>
              {details?.title ?? t`Picture`}
            </h2>
            <IconButton className="dialog-close" label={t`Close`} onClick={rest.onClose}>
              <XIcon size={20} />
            </IconButton>
            <div
              className="result-shot"
              style={{ "--ratio": shown.width / shown.height } as CSSProperties}
            >
              {shown.source ? (
                <Compare
                  before={{ src: shown.source.src, alt: t`Source: ${shown.source.title}` }}
                  after={{ src, alt: t`Result` }}
                  width={shown.width}
                  height={shown.height}
                />
              ) : (
                <img
                  className="result-picture"
                  alt={details?.title ?? ""}
                  src={src}
                  width={shown.width}
                  height={shown.height}
                />
              )}
            </div>
            <div className="result-side">
              <Actions {...rest} result={shown} format={details?.original.format} />
              {details ? (
                <DetailsForm
                  // Resets the form when the picture changes or was edited elsewhere.
                  key={JSON.stringify([shown.id, details.title, details.tags, details.is_public])}
                  result={shown}
                  details={details}
                  onSaved={(saved) => change(() => saved)}
                  onClose={rest.onClose}
                  onChanged={rest.onChanged}
                />
              ) : (
                <p className="text-13 text-ink-3">{t`Loading details…`}</p>
              )}
            </div>
          </div>
        );
      }}
    </ModalDialog>
  );
}
