import { useState } from "react";
import { t } from "#app/language/message.ts";
import { kitLimits } from "#app/rules/style-kit.ts";
import { Button } from "#app/ui/button.tsx";
import { ColorInput } from "#app/ui/color-input.tsx";
import { Field } from "#app/ui/field.tsx";
import type { ApiResult } from "#app/ui/api-client.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import type { StyleKit } from "../queries/kits.ts";
import { Alert } from "#app/ui/alert.tsx";
import { KitBoardField } from "./kit-board.tsx";
import type { ReadPictures } from "./reference-picker.tsx";
import "./kit-form.css";

/** The form values of a kit. */
export type KitDraft = Pick<StyleKit, "name" | "material" | "lighting" | "camera" | "board"> & {
  palette: string[];
};

export const emptyKit: KitDraft = {
  name: "",
  palette: ["#e2d9d0", "#a39889", "#654936"],
  material: "",
  lighting: "",
  camera: "",
  board: [],
};

type KitFormProps = {
  kit: KitDraft;
  send: (kit: KitDraft) => Promise<ApiResult<unknown>>;
  onDone: () => void;
  readPictures: ReadPictures;
};

const words = [
  ["material", t`Materials`, t`plaster, matte lacquer`],
  ["lighting", t`Lighting`, t`hard noon sun, long shadows`],
  ["camera", t`Camera`, t`85mm, eye level`],
] as const;

/** Form with the name, colours and words of a kit. */
export function KitForm({ kit, send, onDone, readPictures }: KitFormProps) {
  const [draft, setDraft] = useState(kit);
  const { run, busy, errorOf, refusal } = useMutation(send, { tells: "form", onDone });
  const change = (changes: Partial<KitDraft>) => setDraft({ ...draft, ...changes });
  const setColor = (at: number, color: string) =>
    change({ palette: draft.palette.map((one, index) => (index === at ? color : one)) });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run(draft);
      }}
    >
      <Field
        label={t`Name`}
        data-first
        value={draft.name}
        maxLength={kitLimits.name}
        error={errorOf("name")}
        onChange={(event) => change({ name: event.target.value })}
      />
      <fieldset>
        <legend className="label mb-1.5">{t`Palette`}</legend>
        <div className="colour-fields">
          {draft.palette.map((color, index) => (
            <ColorInput
              key={index}
              aria-label={t`Colour ${index + 1}`}
              value={color}
              onChange={(chosen) => setColor(index, chosen)}
            />
          ))}
          {draft.palette.length < kitLimits.colors && (
            <Button
              look="soft"
              size="small"
              onClick={() => change({ palette: [...draft.palette, "#888888"] })}
            >
              {t`Add a colour`}
            </Button>
          )}
          {draft.palette.length > 0 && (
            <Button
              look="quiet"
              size="small"
              onClick={() => change({ palette: draft.palette.slice(0, -1) })}
            >
              {t`Remove the last`}
            </Button>
          )}
        </div>
      </fieldset>
      {words.map(([field, label, example]) => (
        <Field
          key={field}
          label={label}
          placeholder={example}
          value={draft[field]}
          maxLength={kitLimits.words}
          error={errorOf(field)}
          onChange={(event) => change({ [field]: event.target.value })}
        />
      ))}
      <KitBoardField
        board={draft.board}
        readPictures={readPictures}
        onChange={(board) => change({ board })}
      />
      {refusal && <Alert>{refusal}</Alert>}
      <Button type="submit" look="primary" className="self-end" disabled={busy}>
        {t`Save`}
      </Button>
    </form>
  );
}
