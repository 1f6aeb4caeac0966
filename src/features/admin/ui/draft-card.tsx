import { useEffect } from "react";
import { t } from "#app/language/message.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { licenceOptions } from "./asset-edit.ts";
import type { TitleSource } from "#app/rules/upload-details.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { ColorInput } from "#app/ui/color-input.tsx";
import { Field } from "#app/ui/field.tsx";
import { firstClick } from "#app/ui/first-click.ts";
import { FieldError } from "#app/ui/labelled.tsx";
import { Select } from "#app/ui/select.tsx";
import { useSite } from "#app/ui/site.ts";
import { TextArea } from "#app/ui/text-area.tsx";
import type { Draft } from "#app/features/pictures/queries.ts";
import { assetStates } from "./asset-table.tsx";
import { useDraft } from "./use-draft.ts";
import "#app/ui/state.css";
import "./draft-card.css";

const titleHints: Record<TitleSource, string> = {
  metadata: t`The title that the file names`,
  prompt: t`From the prompt in the file`,
  file: t`From the name of the file`,
  nothing: t`Nothing tells what this image shows: give it a title`,
};

/** What the classifier found. @param analyses whether it is on */
export function moderationNote({ moderation }: Draft, analyses: boolean): string {
  if (moderation === undefined) return analyses ? t`Not analysed yet` : t`Analysis is off`;
  if (moderation === null) return t`Could not be analysed`;
  const { porn, hentai } = moderation.scores;
  return moderation.flagged
    ? t`Flagged: explicit by ${Math.round((porn + hentai) * 100)} %`
    : t`Nothing explicit found`;
}

type DraftCardProps = {
  draft: Draft;
  /** Whether pictures are classified. */
  analyses: boolean;
  busy: boolean;
  /** Takes the function that saves what has been typed. */
  onMount: (id: string, save: () => Promise<boolean>) => () => void;
  onPublish: () => void;
  onApprove: () => void;
  onRemove: () => void;
};

/** An uploaded picture before it is published; every field can be edited, and is saved when it is left. */
export function DraftCard(props: DraftCardProps) {
  const { draft, analyses, busy, onMount, onPublish, onApprove, onRemove } = props;
  const { imageHost } = useSite();
  const { typed, errors, put, save, busy: isSaving } = useDraft(draft);
  useEffect(() => onMount(draft.id, save));
  const name = draft.fileName === "" ? draft.title : draft.fileName;
  const hint =
    draft.titleFrom !== null && typed.title === draft.title
      ? titleHints[draft.titleFrom]
      : undefined;
  const onBlur = () => void save();
  const state = assetStates[draft.state];

  return (
    <li className="panel draft">
      <img
        className="draft-picture"
        src={imageAddress(imageHost, draft.filename, { width: 300, format: "webp" })}
        alt=""
        width={draft.width}
        height={draft.height}
        loading="lazy"
        style={{ backgroundColor: draft.colors[0] }}
      />
      <form
        className="draft-fields"
        aria-label={t`Details of ${name}`}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          small
          label={t`Title`}
          value={typed.title}
          hint={hint}
          error={errors.title}
          onBlur={onBlur}
          onChange={({ target }) => put({ title: target.value })}
        />
        <Field
          small
          label={t`Tags`}
          hint={t`Separated by commas, at most 20`}
          value={typed.tags}
          error={errors.tags}
          onBlur={onBlur}
          onChange={({ target }) => put({ tags: target.value })}
        />
        <TextArea
          label={t`Description`}
          rows={2}
          value={typed.description}
          error={errors.description}
          onBlur={onBlur}
          onChange={({ target }) => put({ description: target.value })}
        />
        <TextArea
          label={t`Prompt`}
          rows={2}
          value={typed.prompt}
          error={errors.prompt}
          onBlur={onBlur}
          onChange={({ target }) => put({ prompt: target.value })}
        />
        <Select
          small
          label={t`Licence`}
          options={licenceOptions({ value: draft.license, kinds: 1 })}
          value={typed.license}
          error={errors.license}
          onChange={(license) => {
            put({ license });
            void save();
          }}
        />
        <fieldset className="draft-palette">
          <legend className="label mb-2">{t`Palette`}</legend>
          <div className="flex gap-2">
            {typed.colors.map((color, index) => (
              <ColorInput
                key={index}
                round
                aria-label={t`Colour ${index + 1}`}
                value={color}
                onBlur={onBlur}
                onChange={(changed) => put({ colors: typed.colors.with(index, changed) })}
              />
            ))}
          </div>
          {errors.colors && <FieldError>{errors.colors}</FieldError>}
        </fieldset>
        <Checkbox
          label={t`Hide the prompt from others`}
          checked={typed.prompt_hidden}
          onChange={({ target }) => {
            put({ prompt_hidden: target.checked });
            void save();
          }}
        />
      </form>
      <div className="draft-side">
        <span className="truncate text-13 text-ink-2" title={draft.fileName}>
          {draft.fileName}
        </span>
        <span className="text-13 text-ink-3">
          {draft.width}×{draft.height}
          {draft.engine !== null && `, ${draft.engine}`}
        </span>
        <span className="state" data-tone={state.tone}>
          {draft.state === "approved" ? t`Ready` : state.text}
        </span>
        <span className="text-13 text-ink-2">{moderationNote(draft, analyses)}</span>
        <output className="text-13 text-ink-3">{isSaving ? t`Saving` : ""}</output>
        <div className="draft-buttons">
          <Button
            look="primary"
            size="small"
            aria-label={t`Publish ${name}`}
            disabled={busy}
            onClick={onPublish}
          >
            {t`Publish`}
          </Button>
          <Button
            look="soft"
            size="small"
            // Keeps its place when it is gone, so that Remove never comes under the pointer.
            className={draft.state === "waiting" ? undefined : "invisible"}
            aria-label={t`Approve ${name}`}
            disabled={busy}
            onClick={onApprove}
          >
            {t`Approve`}
          </Button>
          <Button
            danger
            size="small"
            className="ms-auto"
            aria-label={t`Remove ${name}`}
            disabled={busy}
            onClick={firstClick(onRemove)}
          >
            {t`Remove`}
          </Button>
        </div>
      </div>
    </li>
  );
}
