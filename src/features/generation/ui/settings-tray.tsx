import { useId } from "react";
import type { Aspect } from "../../../rules/aspects.ts";
import { castLimits, qualities, type CastQuality } from "../../../rules/cast-limits.ts";
import { pictureCost } from "../../../rules/credit-costs.ts";
import { Field } from "../../../ui/field.tsx";
import { Segment } from "../../../ui/segment.tsx";
import type { Draft } from "./draft.ts";
import type { EngineOption } from "./engines.ts";
import { FramePicker } from "./frame-picker.tsx";

export const qualityLabels: Record<CastQuality, string> = { standard: "Standard", high: "High" };

const counts = Array.from({ length: castLimits.count.max }, (_, index) => ({
  value: index + 1,
  label: String(index + 1),
}));

type TrayProps = {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  engines: readonly EngineOption[];
  engine: EngineOption;
  model: string;
  remixing: boolean;
  /** Messages of the server by field. */
  errors: Record<string, string>;
};

const credits = (amount: number) => (amount === 1 ? "1 credit" : `${amount} credits`);

/** What one picture costs with these settings, in a sentence. */
function priceNote({ draft, model, remixing }: TrayProps): string {
  const mode = remixing ? "image-to-image" : "text-to-image";
  const price = (aspect: Aspect) =>
    pictureCost({ mode, quality: draft.quality, aspect, model, count: 1 });
  if (remixing) return `A remix is ${credits(price(draft.aspect))} a picture, whatever its frame.`;
  const own = `${qualityLabels[draft.quality]} at ${draft.aspect} is ${credits(price(draft.aspect))} a picture.`;
  const square = price("1:1");
  return square === price(draft.aspect) ? own : `${own} A square is ${square}.`;
}

function EnginePicker({ draft, change, engines, engine, model }: TrayProps) {
  const id = useId();
  if (engines.length < 2 && engine.models.length < 2) return null;
  const chosen = `${engine.id} ${model}`;
  return (
    <div className="field">
      <label className="lbl" htmlFor={id}>
        Engine
      </label>
      <select
        id={id}
        className="in in-sm w-auto rounded-full"
        value={chosen}
        onChange={(event) => {
          const [nextEngine = "", nextModel = ""] = event.target.value.split(" ", 2);
          const can = engines.find((one) => one.id === nextEngine);
          const quality = can?.qualities.includes(draft.quality)
            ? draft.quality
            : can?.qualities[0];
          change({ engine: nextEngine, model: nextModel, ...(quality && { quality }) });
        }}
      >
        {engines.flatMap((one) =>
          one.models.map((item) => (
            <option key={`${one.id} ${item.id}`} value={`${one.id} ${item.id}`}>
              {one.models.length > 1 ? `${one.label}: ${item.label}` : one.label}
            </option>
          )),
        )}
      </select>
    </div>
  );
}

/** Every setting at once: the upper part of the dock. */
export function SettingsTray(props: TrayProps) {
  const { draft, change, engine, errors } = props;
  const offered = qualities.filter((quality) => engine.qualities.includes(quality));
  return (
    <div className="tray" id="settings">
      <div className="tray-top">
        <FramePicker value={draft.aspect} onChange={(aspect) => change({ aspect })} />
        <div className="tray-choices">
          <Segment
            legend="Quality"
            options={offered.map((value) => ({ value, label: qualityLabels[value] }))}
            value={draft.quality}
            onChange={(quality) => change({ quality })}
          />
          <Segment
            legend="Count"
            className="count"
            options={counts}
            value={draft.count}
            onChange={(count) => change({ count })}
          />
          <EnginePicker {...props} />
          <p className="basis-full text-12h text-ink-3">{priceNote(props)}</p>
        </div>
      </div>
      <div className="tray-more">
        <Field
          label={engine.negativePrompt === "none" ? "Without (this engine ignores it)" : "Without"}
          small
          placeholder="Words to keep out of the picture"
          value={draft.negative}
          maxLength={castLimits.negative.max}
          onChange={(event) => change({ negative: event.target.value })}
          error={errors.negative}
        />
        <Field
          label="Seed"
          small
          inputMode="numeric"
          placeholder="New each time"
          value={draft.seed}
          onChange={(event) => change({ seed: event.target.value.replace(/\D/g, "") })}
          error={errors.seed}
        />
        <label className="flex h-9 cursor-pointer items-center gap-2.5 text-13 font-[560]">
          <span className="switch">
            <input
              type="checkbox"
              className="veiled"
              checked={draft.isPublic}
              onChange={(event) => change({ isPublic: event.target.checked })}
            />
          </span>
          Public
        </label>
      </div>
      <p className="mt-3 text-12h text-ink-3">{engine.disclosure}</p>
    </div>
  );
}
