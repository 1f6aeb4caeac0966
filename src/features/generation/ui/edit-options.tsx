import { SelectionInverseIcon } from "@phosphor-icons/react/dist/csr/SelectionInverse";
import { SelectionSlashIcon } from "@phosphor-icons/react/dist/csr/SelectionSlash";
import { t } from "#app/language/message.ts";
import { brushLimits, sizeAt, stepOf } from "#app/rules/brush-size.ts";
import { cleared, isUntouched, withOp, type EditDocument } from "#app/rules/edit-document.ts";
import { editLimits } from "#app/rules/edit-limits.ts";
import { Button } from "#app/ui/button.tsx";
import { Segment } from "#app/ui/segment.tsx";
import { EditAmount } from "./edit-amount.tsx";
import { FrameFields, RectangleFields } from "./edit-fields.tsx";
import type { Hand } from "./edit-tools.ts";
import "./edit-options.css";

type OptionsProps = {
  source: { width: number; height: number };
  edit: EditDocument;
  change: (next: EditDocument, of?: string | null) => void;
  hand: Hand;
  setHand: (changes: Partial<Hand>) => void;
  say: (text: string) => void;
};

const brushSteps = { of: stepOf, at: sizeAt };

/** The options of the chosen tool, and what is done to the whole mask. */
export function EditOptions({ source, edit, change, hand, setHand, say }: OptionsProps) {
  const { tool, size, erases } = hand;
  return (
    <section className="edit-options" aria-label={t`Options`}>
      {(tool === "brush" || tool === "eraser") && (
        <EditAmount
          label={t`Size`}
          value={size}
          {...brushLimits}
          steps={brushSteps}
          onChange={(next) => setHand({ size: next })}
        />
      )}
      {(tool === "lasso" || tool === "rectangle") && (
        <Segment
          legend={t`Effect`}
          hideLegend
          small
          options={[
            { value: "marks", label: t`Mark` },
            { value: "unmarks", label: t`Unmark` },
          ]}
          value={erases ? "unmarks" : "marks"}
          onChange={(chosen) => setHand({ erases: chosen === "unmarks" })}
        />
      )}
      {tool === "rectangle" && (
        <RectangleFields
          source={source}
          erases={erases}
          onMark={(place) => {
            change(withOp(edit, { kind: "rectangle", erases, ...place }));
            say(t`Mask changed`);
          }}
        />
      )}
      {tool === "frame" && <FrameFields source={source} edit={edit} change={change} />}
      <div className="edit-pair">
        <Button
          look="soft"
          size="small"
          onClick={() => {
            change(withOp(edit, { kind: "invert" }));
            say(t`Mask inverted`);
          }}
        >
          <SelectionInverseIcon size={16} />
          {t`Invert`}
        </Button>
        <Button
          look="soft"
          size="small"
          disabled={isUntouched(edit)}
          onClick={() => {
            change(cleared(edit));
            say(t`Mask cleared`);
          }}
        >
          <SelectionSlashIcon size={16} />
          {t`Clear mask`}
        </Button>
      </div>
      <EditAmount
        label={t`Grow`}
        value={edit.grow}
        {...editLimits.grow}
        onChange={(grow) => change({ ...edit, grow }, "grow")}
      />
      <EditAmount
        label={t`Feather`}
        value={edit.feather}
        {...editLimits.feather}
        onChange={(feather) => change({ ...edit, feather }, "feather")}
      />
    </section>
  );
}
