import { t } from "#app/language/message.ts";
import type { StyleKit } from "../queries/kits.ts";
import { KitBars, KitShot } from "./kit-card.tsx";
import "./colour-bars.css";
import "./kit-picker.css";

type KitPickerProps = {
  kits: readonly StyleKit[];
  chosen: string;
  onChoose: (id: string) => void;
};

/** The kits as small cards in a row; pressing the selected one deselects it. */
export function KitPicker({ kits, chosen, onChoose }: KitPickerProps) {
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="label mb-2">{t`Style kit`}</legend>
      <div className="kit-row">
        {kits.map((kit) => (
          <button
            key={kit.id}
            type="button"
            className="kit"
            aria-pressed={kit.id === chosen}
            onClick={() => onChoose(kit.id === chosen ? "" : kit.id)}
          >
            <KitShot kit={kit} className="kit-shot" />
            <KitBars palette={kit.palette} />
            <span className="kit-name">{kit.name}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
