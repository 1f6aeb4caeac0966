import { minimumToCast, tooFewToCast } from "#app/rules/credit-costs.ts";
import { creditStatus } from "#app/rules/credit-status.ts";
import { Button } from "#app/ui/button.tsx";
import { CreditGlyph } from "#app/ui/glyphs.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import "#app/features/billing/ui/credits.css";
import "./cost.css";

type CostProps = {
  /** Available credits; null while unknown. */
  available: number | null;
  required: number;
  count: number;
  busy: boolean;
  /** The price at standard quality if that is lower, else null. */
  standard: number | null;
  onStandard: () => void;
};

/** Whether the balance covers this cast. See docs/product.md 4.11 and 8.2. */
export function costNote(available: number | null, required: number): string {
  if (available === null) return "Checking credits";
  if (available < minimumToCast) return tooFewToCast(available);
  if (available < required) {
    return `This cast needs ${required} credits. You have ${available}.`;
  }
  return `${available} ${available === 1 ? "credit" : "credits"}, ${available - required} after`;
}

/** The Cast button with its price, and the balance before and after beside it. */
export function CostAndCast(props: CostProps) {
  const { available, required, count, busy, standard, onStandard } = props;
  const status = available === null ? null : creditStatus(available, required).status;
  const offersStandard = status === "blocked" && standard !== null && standard <= (available ?? 0);
  const tone = { blocked: "text-rust", warning: "text-ember", ok: "text-ink-3" };
  return (
    <div
      className={`composer-cast ml-auto flex items-center gap-3.5 ${offersStandard ? "max-md:flex-wrap" : ""}`}
    >
      <output
        id="cost-note"
        className={`text-12h ${status === null ? "text-ink-3" : tone[status]} ${offersStandard ? "max-md:basis-full" : ""}`}
      >
        {costNote(available, required)}
      </output>
      {offersStandard && (
        <Button look="outline" onClick={onStandard}>
          Standard for {standard} {standard === 1 ? "credit" : "credits"}
        </Button>
      )}
      <Button
        type="submit"
        look="primary"
        size="large"
        className="cast-button"
        // Without any credits the button leads to the plan page (acceptance row ST-04).
        disabled={busy || (status === "blocked" && (available ?? 0) >= minimumToCast)}
        aria-describedby="cost-note"
      >
        {busy && <Spinner />}
        {busy ? "Casting" : `Cast ${count}`}
        <span className="credits">
          <CreditGlyph />
          <span className="sr-only">for </span>
          {required}
          <span className="sr-only">{required === 1 ? " credit" : " credits"}</span>
        </span>
      </Button>
    </div>
  );
}
