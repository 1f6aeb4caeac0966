import { locale, t } from "#app/language/message.ts";
import { creditDisplay } from "#app/rules/credit-tone.ts";
import { CreditGlyph } from "#app/ui/glyphs.tsx";
import "./credits.css";

type CreditsProps = { amount: number; loading?: boolean; requiresAuth?: boolean };

/** A number of credits, coloured by its state; its label is shown beside it if there is room. */
export function Credits({ amount, loading = false, requiresAuth = false }: CreditsProps) {
  const { tone } = creditDisplay({ current: amount, loading, requiresAuth });
  return (
    <span className="credits" data-tone={tone}>
      <CreditGlyph />
      <span className="sr-only">{t`Credits: `}</span>
      {amount.toLocaleString(locale("en"))}
    </span>
  );
}
