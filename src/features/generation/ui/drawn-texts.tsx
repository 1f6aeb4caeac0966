import { t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { written } from "#app/ui/written.ts";
import type { Cast } from "../queries.ts";
import "./drawn-texts.css";

/** The texts that were drawn for the pictures of a cast, each with a way to use it as it is. */
export function DrawnTexts({ cast, onUse }: { cast: Cast; onUse?: (text: string) => void }) {
  if (cast.texts === null) return null;
  return (
    <details className="drawn-texts">
      <summary className="link text-12h">{t`Texts of the pictures`}</summary>
      <ol>
        {cast.texts.map((text, index) => (
          // Pictures keep their numbers, and two may have the same text.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <span {...written} className="min-w-0 flex-1 wrap-anywhere">
              {text}
            </span>
            {onUse && (
              <Button
                look="quiet"
                size="small"
                aria-label={t`Use the text of picture ${index + 1}`}
                onClick={() => onUse(text)}
              >
                {t`Use text`}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
