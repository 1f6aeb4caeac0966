import { T, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { byteSize } from "#app/rules/byte-size.ts";
import { firstChoices, misfitOf, type Machine } from "#app/rules/model-states.ts";
import { catalogueText } from "#app/rules/model-texts.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { ListedModel } from "../queries.ts";
import { sizeOf } from "./model-words.ts";
import "#app/ui/state.css";
import "./first-models.css";

type ModelCardProps = { model: ListedModel; title: string; machine: Machine };

function ModelCard({ model, title, machine }: ModelCardProps) {
  const { id, label, summary, licence, memory, needsCard } = model;
  const misfit = misfitOf(model, machine);
  return (
    <li className="first-model">
      <h3 className="title-small">{title}</h3>
      <p className="text-13 text-ink-2">
        <bdi>{label}</bdi>
      </p>
      <p>{catalogueText(summary)}</p>
      <p className="text-13 text-ink-2">{catalogueText(licence.sentence)}</p>
      <p className="text-13 text-ink-2">
        {needsCard && memory.vram !== null
          ? t`${sizeOf(model)}, ${byteSize(memory.vram)} of memory on the card`
          : t`${sizeOf(model)}, ${byteSize(memory.ram)} of memory`}
      </p>
      <p className="first-model-end">
        <span className="state" data-tone={misfit === null ? "moss" : "ochre"}>
          {misfit ?? t`Fits`}
        </span>
      </p>
      <ButtonLink
        look={misfit === null ? "primary" : "soft"}
        size="small"
        to={paths.models({ want: id })}
      >
        {t`Get`}
        <span className="sr-only">{` ${label}`}</span>
      </ButtonLink>
    </li>
  );
}

type FirstModelsProps = {
  models: readonly ListedModel[];
  machine: Machine;
  /** Where Sketch is used at once; without, a link leads to the studio. */
  onSketch?: () => void;
};

/** What can draw on a new site, for its first admin: Sketch, a small model, or a good one. */
export function FirstModels({ models, machine, onSketch }: FirstModelsProps) {
  const { small, good } = firstChoices(models);
  return (
    <section className="first-models" aria-labelledby="first-models">
      <h2 className="title-small" id="first-models">
        {t`What draws here?`}
      </h2>
      <p className="mt-1 max-w-[780px] text-ink-2">
        <T>
          Sketch is here at once. A model draws far more of what people ask; it is fetched, checked
          and measured by one press. Nobody but you sees this.
        </T>
      </p>
      <ul className="first-model-cards">
        <li className="first-model">
          <h3 className="title-small">{t`Sketch (now)`}</h3>
          <p>{t`Draws scenes by rule, in seconds, on any machine. It is not a model, and knows few things.`}</p>
          <p className="text-13 text-ink-2">{t`Pictures may be sold; nothing is asked of those who use it.`}</p>
          <p className="first-model-end">
            <span className="state" data-tone="moss">
              {t`Fits`}
            </span>
          </p>
          {onSketch ? (
            <Button look="soft" size="small" onClick={onSketch}>
              {t`Draw with Sketch`}
            </Button>
          ) : (
            <ButtonLink look="soft" size="small" to={paths.studio()}>
              {t`Draw with Sketch`}
            </ButtonLink>
          )}
        </li>
        {small && (
          <ModelCard
            model={small}
            title={t`Small (${sizeOf(small)}, any machine)`}
            machine={machine}
          />
        )}
        {good && (
          <ModelCard
            model={good}
            title={t`Good (${sizeOf(good)}, graphics card)`}
            machine={machine}
          />
        )}
      </ul>
    </section>
  );
}
