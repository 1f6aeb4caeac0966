import { plural, t } from "#app/language/message.ts";
import type { CastQuality } from "#app/rules/cast-limits.ts";
import { paramTexts } from "#app/rules/param-text.ts";
import type { StyleKit } from "../queries/kits.ts";
import type { Draft } from "./draft.ts";
import type { EngineChoice } from "./engines.ts";
import { sentParams } from "./params.ts";
import { FrameOutline } from "./frame-picker.tsx";
import { qualityLabels } from "./settings-panel.tsx";
import "#app/ui/chip.css";
import "./settings-chips.css";

/** The quality, with a button that switches to the other one. */
function QualityChip(props: { quality: CastQuality; onChange: (wished: CastQuality) => void }) {
  const { quality, onChange } = props;
  const other = quality === "high" ? "standard" : "high";
  return (
    <button
      type="button"
      className="chip flex-none"
      title={other === "high" ? t`Change to high quality` : t`Change to standard quality`}
      onClick={() => onChange(other)}
    >
      <span className="sr-only">{t`Quality:`}</span>
      {qualityLabels[quality]}
    </button>
  );
}

type ChipsProps = {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  choice: EngineChoice;
  kit: StyleKit | undefined;
  /** Whether the frame can be chosen. */
  hasFrame: boolean;
  onOpen: () => void;
};

/** The settings of the next cast, while their panel is closed: all that differ from a new draft are named. */
export function SettingsChips({ draft, change, choice, kit, hasFrame, onOpen }: ChipsProps) {
  const { can, engine, quality } = choice;
  const negative = can.negativePrompt === "none" ? "" : draft.negative.trim();
  const seed = can.seed ? draft.seed.trim() : "";
  return (
    <>
      {can.qualities.length > 1 && (
        <QualityChip quality={quality} onChange={(wished) => change({ quality: wished })} />
      )}
      <button type="button" className="settings-chips" onClick={onOpen}>
        <span className="sr-only">{t`Change settings:`}</span>
        {hasFrame && (
          <span className="chip">
            <FrameOutline aspect={draft.aspect} size={11} />
            {draft.aspect}
          </span>
        )}
        {can.qualities.length === 1 && <span className="chip">{qualityLabels[quality]}</span>}
        <span className="chip">{plural(draft.count, "1 image", "# images")}</span>
        <span className="chip max-md:hidden">{engine.label}</span>
        {kit && <span className="chip chip-selected">{kit.name}</span>}
        {negative !== "" && (
          <span className="chip chip-selected">
            <span className="truncate">{t`Without ${negative}`}</span>
          </span>
        )}
        {paramTexts(sentParams(choice.params, draft.params)).map((text) => (
          <span key={text} className="chip chip-selected">
            <span className="truncate">{text}</span>
          </span>
        ))}
        {seed !== "" && <span className="chip chip-selected">{t`Seed ${seed}`}</span>}
        {draft.whenIdle && <span className="chip chip-selected">{t`When idle`}</span>}
        {!draft.isPublic && <span className="chip chip-selected">{t`Private`}</span>}
      </button>
    </>
  );
}
