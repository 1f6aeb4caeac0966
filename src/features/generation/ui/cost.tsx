import { minimumToCast } from "#app/rules/credit-costs.ts";
import { creditStatus } from "#app/rules/credit-status.ts";
import { Button } from "#app/ui/button.tsx";
import { CreditGlyph } from "#app/ui/glyphs.tsx";

type CostProps = {
  /** Credits that can be spent; null while they are not known. */
  available: number | null;
  required: number;
  count: number;
  busy: boolean;
};

/** What the balance says to this cast. Specification, sections 4 and 8. */
export function costNote(available: number | null, required: number): string {
  if (available === null) return "Checking credits";
  if (available < minimumToCast) {
    return `You need at least ${minimumToCast} credits to cast. You currently have ${available}.`;
  }
  if (available < required) {
    return `This cast needs ${required} credits. You have ${available}.`;
  }
  return `${available} ${available === 1 ? "credit" : "credits"}, ${available - required} after`;
}

/** The press that casts, with its price, and the balance before and after beside it. */
export function CostAndCast({ available, required, count, busy }: CostProps) {
  const status = available === null ? null : creditStatus(available, required).status;
  const tone = { blocked: "text-rust", warning: "text-ember", ok: "text-ink-3" };
  return (
    <div className="dock-cast ml-auto flex items-center gap-3.5">
      <output
        id="cost-note"
        className={`text-12h ${status === null ? "text-ink-3" : tone[status]}`}
      >
        {costNote(available, required)}
      </output>
      <Button
        type="submit"
        look="primary"
        size="large"
        className="cast-button"
        // Without any credits the press leads to where there are some (acceptance row ST-04).
        disabled={busy || (status === "blocked" && (available ?? 0) >= minimumToCast)}
        aria-describedby="cost-note"
      >
        {busy && <span className="spin" />}
        {busy ? "Casting" : `Cast ${count}`}
        <span className="cr">
          <CreditGlyph />
          <span className="sr-only">for </span>
          {required}
          <span className="sr-only">{required === 1 ? " credit" : " credits"}</span>
        </span>
      </Button>
    </div>
  );
}
