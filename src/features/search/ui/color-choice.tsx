import { useId, useState, type CSSProperties } from "react";
import { Form } from "react-router";
import { t } from "#app/language/message.ts";
import { colorLabel, swatches } from "#app/rules/color-names.ts";
import { usualCloseness } from "#app/rules/palette-cells.ts";
import { Button } from "#app/ui/button.tsx";
import { ColorInput } from "#app/ui/color-input.tsx";
import { Link } from "#app/ui/link.tsx";
import { Slider } from "#app/ui/slider.tsx";
import { useSite } from "#app/ui/site.ts";
import { searchAddress, type SearchState } from "./search-state.ts";
import "./color-choice.css";

function closenessLabel(value: number): string {
  if (value < 40) return t`loose`;
  return value < 67 ? t`near` : t`close`;
}

/** The thirteen swatches; the fourteenth opens the colour input. */
function Swatches({ state, fieldId }: { state: SearchState; fieldId: string }) {
  const { slugSearch } = useSite();
  return (
    <ul className="swatches">
      {swatches.map(({ name, hex }) => {
        const chosen = state.color === hex;
        return (
          <li key={name}>
            <Link
              className="swatch"
              style={{ "--swatch": hex } as CSSProperties}
              to={searchAddress(state, slugSearch, { color: chosen ? null : hex })}
              preventScrollReset
              aria-label={name}
              data-tip={name}
              aria-current={chosen ? "true" : undefined}
            />
          </li>
        );
      })}
      <li>
        <label className="swatch swatch-any" htmlFor={fieldId} data-tip={t`Any colour`}>
          <span className="sr-only">{t`Pick any colour`}</span>
        </label>
      </li>
    </ul>
  );
}

/** A colour and how close pictures must be to it; the form works without JavaScript. */
export function ColorChoice({ state }: { state: SearchState }) {
  const { slugSearch } = useSite();
  const fieldId = useId();
  const [color, setColor] = useState(state.color?.split(",")[0] ?? swatches[4].hex);
  const [closeness, setCloseness] = useState(Number(state.closeness ?? usualCloseness));
  const [path, query = ""] = searchAddress(state, slugSearch, {
    color: null,
    closeness: null,
  }).split("?");
  return (
    <>
      <Swatches state={state} fieldId={fieldId} />
      <Form action={path} className="any-color" preventScrollReset>
        {[...new URLSearchParams(query)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label>
          <span className="label">{t`Closeness`}</span>
          <output className="text-12h text-ink-3">{closenessLabel(closeness)}</output>
          <Slider
            name="closeness"
            value={closeness}
            aria-label={t`Closeness`}
            aria-valuetext={closenessLabel(closeness)}
            onChange={setCloseness}
          />
        </label>
        <div className="any-color-row">
          <span className="flex items-center gap-2">
            <ColorInput id={fieldId} round name="color" value={color} onChange={setColor} />
            <span className="font-mono text-13">{color.toUpperCase()}</span>
          </span>
          <Button type="submit" look="primary" size="small">
            {t`Show`}
          </Button>
        </div>
      </Form>
    </>
  );
}

/** Label of the filter's button: the colour, or the colours of a palette. */
export function ColorName({ color }: { color: string | null }) {
  if (color === null) return t`Colour`;
  const hexes = color.split(",");
  return (
    <>
      {hexes.map((hex) => (
        <span
          key={hex}
          className="swatch swatch-dot"
          style={{ "--swatch": hex } as CSSProperties}
        />
      ))}
      {hexes.length === 1 ? colorLabel(color) : t`Palette`}
    </>
  );
}
