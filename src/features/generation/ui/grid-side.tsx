import { t } from "#app/language/message.ts";
import { typedNumbers } from "#app/rules/grid.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { noSide, type AxisOffer, type SideDraft } from "./grid-axes.ts";

type SideProps = {
  label: string;
  side: SideDraft;
  offers: readonly AxisOffer[];
  /** What is wrong with it. */
  error: string | null;
  onChange: (side: SideDraft) => void;
};

/** What the rows or the columns of a grid vary, and by which values. */
export function GridSide({ label, side, offers, error, onChange }: SideProps) {
  const offer = offers.find(({ key }) => key === side.key);
  const isUnread = offer?.kind === "numbers" && typedNumbers(side.typed) === null;
  return (
    <fieldset className="grid-side">
      <Select
        label={label}
        small
        options={[
          { value: "", label: t`Nothing` },
          ...offers.map(({ key, label: name }) => ({ value: key, label: name })),
        ]}
        value={offer?.key ?? ""}
        onChange={(key) => onChange({ ...noSide, key })}
        error={offer?.kind === "numbers" ? null : error}
      />
      {offer?.kind === "words" && (
        <p className="text-12h text-ink-3" dir="auto">
          {offer.texts.join(" · ")}
        </p>
      )}
      {offer?.kind === "numbers" && (
        <Field
          label={t`Values`}
          small
          className="mono"
          value={side.typed}
          maxLength={200}
          hint={offer.hint}
          error={isUnread ? t`Numbers with commas between, or a range` : error}
          onChange={({ target }) => onChange({ ...side, typed: target.value })}
        />
      )}
      {offer?.kind === "choices" && (
        <div className="grid-choices">
          {offer.choices.map(({ key, label: name }) => (
            <Checkbox
              key={key}
              label={name}
              checked={side.picked.includes(key)}
              onChange={({ target }) =>
                onChange({
                  ...side,
                  picked: target.checked
                    ? [...side.picked, key]
                    : side.picked.filter((one) => one !== key),
                })
              }
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
