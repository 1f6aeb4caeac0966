import { useLocation } from "react-router";
import { m, plural, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { minimumToCast, tooFewToCast } from "#app/rules/credit-costs.ts";
import { creditStatus } from "#app/rules/credit-status.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CreditGlyph } from "#app/ui/glyphs.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { CheaperCast } from "./cheaper-casts.ts";
import "#app/features/billing/ui/credits.css";
import "./cost.css";

type CostProps = {
  /** Available credits; null while unknown. */
  available: number | null;
  required: number;
  count: number;
  busy: boolean;
  /** Cheaper forms of this cast, the nearest first. */
  cheaper: readonly CheaperCast[];
  onCheaper: (changes: CheaperCast["changes"]) => void;
};

/** Whether the balance covers this cast. See docs/product.md 4.11 and 8.2. */
export function costNote(available: number | null, required: number): string {
  if (available === null) return t`Checking credits`;
  if (available < minimumToCast) return tooFewToCast(available);
  if (available < required) {
    return t`This cast needs ${required} credits. You have ${available}.`;
  }
  return plural(
    available,
    m`# credit, ${available - required} after`,
    m`# credits, ${available - required} after`,
  );
}

/** The ways on from a cast that is too dear: its nearest affordable form, and more credits. */
function WaysOn(props: Pick<CostProps, "cheaper" | "onCheaper"> & { available: number }) {
  const { available, cheaper, onCheaper } = props;
  const { pathname, search } = useLocation();
  const way = cheaper.find(({ cost }) => cost <= available);
  return (
    <>
      {way && (
        <Button look="outline" onClick={() => onCheaper(way.changes)}>
          {plural(way.cost, m`${way.label} for # credit`, m`${way.label} for # credits`)}
        </Button>
      )}
      <ButtonLink
        look={way ? "quiet" : "outline"}
        to={paths.dashboardPage("billing", { need_credits: "true" })}
        // From there it leads back to the same source; the words are in the draft.
        state={{ studio: pathname + search }}
      >
        {t`Get credits`}
      </ButtonLink>
    </>
  );
}

/** The Cast button with its price, and the balance before and after beside it. */
export function CostAndCast(props: CostProps) {
  const { available, required, count, busy } = props;
  const status = available === null ? null : creditStatus(available, required).status;
  const isBlocked = status === "blocked" && (available ?? 0) >= minimumToCast;
  const tone = { blocked: "text-rust", warning: "text-ember", ok: "text-ink-3" };
  return (
    <div className="composer-cast" data-blocked={isBlocked || undefined}>
      <output
        id="cost-note"
        className={`text-12h ${status === null ? "text-ink-3" : tone[status]}`}
      >
        {costNote(available, required)}
      </output>
      {isBlocked && <WaysOn {...props} available={available ?? 0} />}
      <Button
        type="submit"
        look="primary"
        size="large"
        className="cast-button"
        // Without any credits the button leads to the plan page (acceptance row ST-04).
        disabled={busy || isBlocked}
        aria-describedby="cost-note"
      >
        {busy && <Spinner />}
        {busy ? t`Casting` : t`Cast ${count}`}
        <span className="credits">
          <CreditGlyph />
          <span className="sr-only">{t`for `}</span>
          {required}
          <span className="sr-only">{plural(required, " credit", " credits")}</span>
        </span>
      </Button>
    </div>
  );
}
