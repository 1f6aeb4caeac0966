import { creditTone } from "../../../rules/credit-tone.ts";
import { CreditGlyph } from "../../../ui/glyphs.tsx";

/** A number of credits in the colour of its state; the word for it stands beside it where there is room. */
export function Credits({ amount }: { amount: number }) {
  return (
    <span className="cr" data-tone={creditTone(amount).tone}>
      <CreditGlyph />
      <span className="sr-only">Credits: </span>
      {amount.toLocaleString("en")}
    </span>
  );
}
