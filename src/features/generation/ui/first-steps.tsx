import { t } from "#app/language/message.ts";
import { credits } from "#app/rules/counted.ts";
import { useSite } from "#app/ui/site.ts";
import { draftCost, emptyDraft } from "./draft.ts";
import type { EngineChoice } from "./engines.ts";
import "./first-steps.css";

/** What a square costs at each quality that the engine has. */
function squarePrice({ can, engine, model }: EngineChoice, remixCredits: number): string {
  const price = (quality: "high" | "standard") =>
    draftCost(
      { ...emptyDraft, model, quality },
      { remixing: false, remixCredits, priceFactor: engine.priceFactor },
    );
  const [high, standard] = [price("high"), price("standard")];
  const hasBoth = can.qualities.length > 1 && high !== standard;
  if (!hasBoth) return credits(price(can.qualities[0] ?? "standard"));
  return t`${credits(high)} at high quality and ${credits(standard)} at standard`;
}

type FirstStepsProps = {
  examples: readonly { words: string; picture: string }[];
  choice: EngineChoice;
  onPrompt: (words: string) => void;
};

/** What a member without casts begins with: examples to press, what is free, and what a cast costs. */
export function FirstSteps({ examples, choice, onPrompt }: FirstStepsProps) {
  const { remixCredits } = useSite();
  return (
    <section aria-labelledby="first-steps">
      <h2 className="title-small" id="first-steps">
        {t`No casts yet`}
      </h2>
      <p className="mt-1 max-w-[780px] text-ink-2">
        {t`Describe a picture below, or press an example. A square costs ${squarePrice(choice, remixCredits)}; failed and cancelled casts are refunded. Browsing, saving and downloading are free.`}
      </p>
      <ul className="first-steps">
        {examples.map(({ words, picture }) => (
          <li key={words}>
            <button type="button" className="example" onClick={() => onPrompt(words)}>
              <img src={picture} alt="" width={640} height={427} decoding="async" />
              <span>{words}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
