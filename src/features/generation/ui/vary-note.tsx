import { useEffect, useRef } from "react";
import { plural, t } from "#app/language/message.ts";
import { castLimits } from "#app/rules/cast-limits.ts";
import { castTexts, templateOf } from "#app/rules/prompt-expansion.ts";
import { listsIn, isTemplate } from "#app/rules/prompt-template.ts";
import { weightIn } from "#app/rules/prompt-weights.ts";
import { FieldError } from "#app/ui/labelled.tsx";
import { Switch } from "#app/ui/switch.tsx";
import type { Draft } from "./draft.ts";
import type { EngineChoice } from "./engines.ts";
import { useWordLists } from "./use-word-lists.ts";
import "./composer-note.css";

type NoteProps = {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  choice: EngineChoice;
};

/** Keeps "each once" true: the number of pictures follows the combinations, and choosing another number ends it. */
function useEach({ draft, change }: NoteProps, combinations: number | null): void {
  const { each, count } = draft;
  const before = useRef(combinations);
  useEffect(() => {
    const isNew = before.current !== combinations;
    before.current = combinations;
    if (!each || combinations === null || combinations === count) return;
    const fits = combinations > 1 && combinations <= castLimits.count.max;
    change(isNew && fits ? { count: combinations } : { each: false });
    // `change` is another function with each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [each, count, combinations]);
}

/** What the alternatives, lists and weights of the prompt come to, or what is wrong with them and where. */
export default function VaryNote(props: NoteProps) {
  const { draft, change, choice } = props;
  const { prompt, count, each } = draft;
  const { byName } = useWordLists(listsIn(prompt).length > 0);
  const lists = listsIn(prompt).length === 0 ? new Map<string, string[]>() : byName;
  const isVaried = isTemplate(prompt);
  const template = lists && isVaried ? templateOf(prompt, lists) : null;
  const combinations = template && "parts" in template ? template.combinations : null;
  useEach(props, combinations);
  const weight = choice.can.weights ? null : weightIn(prompt);
  if (weight !== null) {
    return (
      <FieldError className="px-5 pb-2">
        {t`${choice.engine.label} reads no weights such as “${weight}”: write the words alone`}
      </FieldError>
    );
  }
  if (template === null || lists === null) return null;
  if ("fault" in template) {
    return <FieldError className="px-5 pb-2">{template.fault.message}</FieldError>;
  }
  const example = castTexts({ prompt, lists, count: 1, seed: Number(draft.seed || 1), each });
  if ("fault" in example) {
    return <FieldError className="px-5 pb-2">{example.fault.message}</FieldError>;
  }
  const ways = template.combinations;
  const mayEach = ways > 1 && ways <= castLimits.count.max;
  return (
    <div className="composer-note flex-wrap">
      <span className="min-w-0 flex-1" title={example.texts[0]}>
        {plural(ways, "# combination.", "# combinations.")}{" "}
        {each ? t`Each picture has another one.` : t`Each picture draws its own text by its seed.`}
      </span>
      {mayEach && (
        <label className="flex min-h-9 cursor-pointer items-center gap-2.5 font-[560] text-ink">
          <Switch
            checked={each && count === ways}
            onChange={({ target }) =>
              change(target.checked ? { each: true, count: ways } : { each: false })
            }
          />
          {t`Each once`}
        </label>
      )}
    </div>
  );
}
