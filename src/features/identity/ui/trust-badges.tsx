import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { SealCheckIcon } from "@phosphor-icons/react/dist/csr/SealCheck";
import { T, t } from "#app/language/message.ts";
import type { SessionUser } from "../queries.ts";
import type { AccountFacts } from "../queries/account-facts.ts";
import { GoogleGlyph } from "./google-glyph.tsx";
import { When } from "./when.tsx";
import "#app/ui/chip.css";

type TrustBadgesProps = { role: SessionUser["role"]; facts: AccountFacts };

/** Badges that show how trustworthy an account is. See docs/product.md 2.3. */
export function TrustBadges({ role, facts }: TrustBadgesProps) {
  return (
    <ul className="flex flex-wrap gap-2" aria-label={t`Trust badges`}>
      {facts.emailVerified && (
        <li className="chip chip-small">
          <CheckCircleIcon size={15} weight="fill" className="text-moss" />
          {t`Email confirmed`}
        </li>
      )}
      {facts.hasGoogle && (
        <li className="chip chip-small">
          <GoogleGlyph size={15} />
          {t`Google connected`}
        </li>
      )}
      {role === "admin" && (
        <li className="chip chip-small">
          <SealCheckIcon size={15} weight="fill" className="text-patina" />
          {t`Admin`}
        </li>
      )}
      <li className="chip chip-small">
        <T>
          Member since <When at={facts.since} />
        </T>
      </li>
    </ul>
  );
}
