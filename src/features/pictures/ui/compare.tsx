import { useState, type CSSProperties } from "react";
import { t } from "#app/language/message.ts";
import { Slider } from "#app/ui/slider.tsx";
import "./compare.css";

type Side = {
  src: string;
  alt: string;
  /** Where it is in the frame, as shares of the frame's sides; all of it by default. */
  place?: { left: number; top: number; width: number; height: number };
};
type CompareProps = { before: Side; after: Side; width: number; height: number };

const percent = (share: number) => `${share * 100}%`;

function placeOf({ place }: Side): CSSProperties | undefined {
  if (place === undefined) return undefined;
  const { left, top, width, height } = place;
  return {
    left: percent(left),
    top: percent(top),
    width: percent(width),
    height: percent(height),
  };
}

/** Two overlaid pictures with a slider between them, which the arrow keys move too. */
export function Compare({ before, after, width, height }: CompareProps) {
  const [share, setShare] = useState(50);
  return (
    <div
      className="compare"
      style={{ "--split": `${share}%`, "--ratio": width / height } as CSSProperties}
    >
      <img alt={before.alt} src={before.src} style={placeOf(before)} />
      <img className="compare-after" alt={after.alt} src={after.src} />
      <span className="compare-line" aria-hidden />
      <Slider
        value={share}
        aria-label={t`Compare: ${before.alt} on the left, ${after.alt} on the right`}
        aria-valuetext={t`${share} percent of the left picture`}
        onChange={setShare}
      />
    </div>
  );
}
