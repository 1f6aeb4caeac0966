import { useState } from "react";
import { locale, plural, t } from "#app/language/message.ts";
import { pictureCost } from "#app/rules/credit-costs.ts";
import { formatMoney } from "#app/rules/money.ts";
import { offers, type Offer } from "#app/rules/price-list.ts";
import { Button } from "#app/ui/button.tsx";
import { CreditGlyph } from "#app/ui/glyphs.tsx";
import { Option } from "#app/ui/option.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { useCheckout } from "./use-checkout.ts";
import "./buy-credits.css";

const packs = offers.filter(({ kind }) => kind === "pack");
const usual = packs[Math.floor(packs.length / 2)];
const portrait = pictureCost({
  mode: "text-to-image",
  quality: "high",
  aspect: "4:5",
  model: "",
  count: 1,
});

type PackProps = { pack: Offer; currency: string; chosen: boolean; onChoose: () => void };

function Pack({ pack: { id, credits, amount }, currency, chosen, onChoose }: PackProps) {
  const portraits = Math.floor(credits / portrait);
  return (
    <Option
      className="pack"
      type="radio"
      name="pack"
      value={id}
      checked={chosen}
      onChange={onChoose}
    >
      <span className="pack-credits">
        <CreditGlyph />
        {credits.toLocaleString(locale("en"))}
        <span className="sr-only">{t` credits`}</span>
      </span>
      <i aria-hidden />
      <span className="text-13 text-ink-2">
        {plural(portraits, "about # portraits", "about # portraits")}
      </span>
      <b>{formatMoney(amount, currency)}</b>
    </Option>
  );
}

/** The packs of credits: choose one, press the button, pay on the provider's page. */
export function BuyCredits({ currency, next }: { currency: string; next: string }) {
  const [chosen, setChosen] = useState(usual);
  const { run, busy } = useCheckout(next);
  return (
    <div className="packs">
      <fieldset>
        <legend className="sr-only">{t`Pack of credits`}</legend>
        {packs.map((pack) => (
          <Pack
            key={pack.id}
            pack={pack}
            currency={currency}
            chosen={pack.id === chosen.id}
            onChoose={() => setChosen(pack)}
          />
        ))}
      </fieldset>
      <div className="packs-buy">
        <Button look="primary" size="large" disabled={busy} onClick={() => void run(chosen.id)}>
          {busy && <Spinner />}
          {t`Buy ${chosen.credits.toLocaleString(locale("en"))} for ${formatMoney(chosen.amount, currency)}`}
        </Button>
        <p className="text-12h text-ink-3">{t`Credits you buy do not expire.`}</p>
      </div>
    </div>
  );
}
