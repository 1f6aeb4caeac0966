import { plural, t } from "#app/language/message.ts";
import { CreditGlyph } from "#app/ui/glyphs.tsx";
import "#app/features/billing/ui/credits.css";

/** The price inside a button that casts from a picture. */
export function Price({ credits }: { credits: number }) {
  return (
    <span className="credits">
      <CreditGlyph />
      <span className="sr-only">{t`for `}</span>
      {credits}
      <span className="sr-only">{plural(credits, " credit", " credits")}</span>
    </span>
  );
}
