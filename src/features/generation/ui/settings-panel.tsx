import { t } from "#app/language/message.ts";
import { credits } from "#app/rules/counted.ts";
import type { Aspect } from "#app/rules/aspects.ts";
import { castLimits, qualities, type CastQuality } from "#app/rules/cast-limits.ts";
import { pictureCost } from "#app/rules/credit-costs.ts";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { Segment } from "#app/ui/segment.tsx";
import type { Draft } from "./draft.ts";
import type { EngineListing } from "../queries/engines.ts";
import { EnginePicker } from "./engine-picker.tsx";
import type { Asked, EngineChoice } from "./engines.ts";
import { FramePicker } from "./frame-picker.tsx";
import { ParamsPanel } from "./params-panel.tsx";
import { KitPicker } from "./kit-picker.tsx";
import type { StyleKit } from "../queries/kits.ts";
import { useSite } from "#app/ui/site.ts";
import { Switch } from "#app/ui/switch.tsx";
import "./settings-panel.css";

export const qualityLabels: Record<CastQuality, string> = { standard: t`Standard`, high: t`High` };

const counts = Array.from({ length: castLimits.count.max }, (_, index) => ({
  value: index + 1,
  label: String(index + 1),
}));

type SettingsPanelProps = {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  engines: readonly EngineListing[];
  choice: EngineChoice;
  asked: Asked;
  kits: readonly StyleKit[];
  /** The server's messages by field. */
  errors: Record<string, string>;
};

/** A sentence with the price of one picture at these settings. */
function priceNote({ draft, choice, asked }: SettingsPanelProps, remixCredits: number): string {
  const { remixing } = asked;
  const { engine, model, quality } = choice;
  const price = (aspect: Aspect) =>
    pictureCost({
      mode: remixing ? "image-to-image" : "text-to-image",
      quality,
      aspect,
      model,
      count: 1,
      imageToImageCredits: remixCredits,
      priceFactor: engine.priceFactor,
    });
  if (remixing) return t`A remix is ${credits(price("1:1"))} a picture, whatever its frame.`;
  const own = t`${qualityLabels[quality]} at ${draft.aspect} is ${credits(price(draft.aspect))} a picture.`;
  const square = price("1:1");
  return square === price(draft.aspect) ? own : t`${own} A square is ${square}.`;
}

/** An edit has the frame of its source, and what is added at its sides. */
export const isEdit = ({ mask, extend }: Asked) => mask === true || extend === true;

function ModelPicker({ change, choice: { can, model } }: SettingsPanelProps) {
  if (can.models.length < 2) return null;
  return (
    <Select
      label={t`Model`}
      small
      className="w-auto max-w-full rounded-full"
      options={can.models.map(({ id, label }) => ({ value: id, label }))}
      value={model}
      onChange={(chosen) => change({ model: chosen })}
    />
  );
}

/** All settings: the upper part of the composer. */
export function SettingsPanel(props: SettingsPanelProps) {
  const { draft, change, engines, choice, asked, kits, errors } = props;
  const { can } = choice;
  const { remixCredits } = useSite();
  const offered = qualities.filter((quality) => can.qualities.includes(quality));
  return (
    <div className="settings-panel" id="settings">
      <div className="settings-panel-top">
        {!isEdit(asked) && (
          <FramePicker value={draft.aspect} onChange={(aspect) => change({ aspect })} />
        )}
        <div className="settings-panel-choices">
          <Segment
            legend={t`Quality`}
            options={offered.map((value) => ({ value, label: qualityLabels[value] }))}
            value={choice.quality}
            onChange={(quality) => change({ quality })}
          />
          <Segment
            legend={t`Count`}
            className="count"
            options={counts}
            value={draft.count}
            onChange={(count) => change({ count })}
          />
          <ModelPicker {...props} />
          <p className="basis-full text-12h text-ink-3">{priceNote(props, remixCredits)}</p>
        </div>
      </div>
      <KitPicker kits={kits} chosen={draft.kit} onChoose={(kit) => change({ kit })} />
      {engines.length > 1 && (
        <EnginePicker
          engines={engines}
          chosen={choice.engine.id}
          asked={asked}
          onChoose={(engine) => change({ engine, model: "" })}
        />
      )}
      <ParamsPanel
        choice={choice}
        typed={draft.params}
        change={(params) => change({ params })}
        errors={errors}
      />
      <div className="settings-panel-more">
        {can.negativePrompt !== "none" && (
          <Field
            label={t`Exclude`}
            small
            placeholder={t`Words to keep out of the picture`}
            value={draft.negative}
            maxLength={castLimits.negative.max}
            onChange={(event) => change({ negative: event.target.value })}
            error={errors.negative}
          />
        )}
        {can.seed && (
          <Field
            label={t`Seed`}
            small
            inputMode="numeric"
            placeholder={t`New each time`}
            value={draft.seed}
            onChange={(event) => change({ seed: event.target.value.replace(/\D/g, "") })}
            error={errors.seed}
          />
        )}
        <label className="flex h-9 cursor-pointer items-center gap-2.5 text-13 font-[560]">
          <Switch
            checked={draft.isPublic}
            onChange={(event) => change({ isPublic: event.target.checked })}
          />
          {t`Public`}
        </label>
        <label className="flex h-9 cursor-pointer items-center gap-2.5 text-13 font-[560]">
          <Switch
            checked={draft.whenIdle}
            onChange={(event) => change({ whenIdle: event.target.checked })}
          />
          {t`When the engine is idle, for less`}
        </label>
        {engines.length > 1 && (
          <label className="flex h-9 cursor-pointer items-center gap-2.5 text-13 font-[560]">
            <Switch
              checked={draft.fallback}
              onChange={(event) => change({ fallback: event.target.checked })}
            />
            {t`If ${choice.engine.label} is gone, another engine may draw, at the same price`}
          </label>
        )}
      </div>
      {engines.length < 2 && <p className="mt-3 text-12h text-ink-3">{can.disclosure}</p>}
    </div>
  );
}
