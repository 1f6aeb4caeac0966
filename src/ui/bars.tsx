import type { CSSProperties } from "react";
import { locale } from "#app/language/message.ts";
import "./bars.css";

export type Bar = {
  key: string;
  /** Stacked from the bottom; at most two parts are distinguished by colour. */
  parts: readonly number[];
  /** The accessible label, also shown on hover. */
  text: string;
};

type BarsProps = {
  label: string;
  bars: readonly Bar[];
  /** Names of the parts, if there are two. */
  legend?: readonly [string, string];
  /** Labels below the first, the middle and the last bar. */
  ends: readonly [string, string, string];
};

const total = (bar: Bar) => bar.parts.reduce((sum, part) => sum + part, 0);

/** The next round number, so that the grid lines have integer values. */
function ceiling(highest: number): number {
  if (highest <= 4) return 4;
  const step = 10 ** Math.floor(Math.log10(highest));
  const found = [1, 2, 4, 5, 10].find((times) => times * step >= highest) ?? 10;
  return found * step;
}

/** A bar chart of amounts over time; screen readers get each bar as a line of text. */
export function Bars({ label, bars, legend, ends }: BarsProps) {
  const top = ceiling(Math.max(0, ...bars.map(total)));
  return (
    <figure className="chart" aria-label={label}>
      {legend && (
        <figcaption className="chart-legend">
          {legend.map((name, at) => (
            <span key={name} data-part={at}>
              {name}
            </span>
          ))}
        </figcaption>
      )}
      <div className="chart-plot">
        <span className="chart-line" data-at="top" aria-hidden>
          {top.toLocaleString(locale("en"))}
        </span>
        <span className="chart-line" data-at="middle" aria-hidden>
          {(top / 2).toLocaleString(locale("en"))}
        </span>
        <ol>
          {bars.map((bar) => (
            <li key={bar.key} title={bar.text}>
              <span className="sr-only">{bar.text}</span>
              {bar.parts.map((part, at) => (
                <i
                  key={`${at}`}
                  data-part={at}
                  hidden={part === 0}
                  style={{ "--share": part / top } as CSSProperties}
                />
              ))}
            </li>
          ))}
        </ol>
      </div>
      <div className="chart-ends" aria-hidden>
        {ends.map((end, at) => (
          <span key={`${at}`}>{end}</span>
        ))}
      </div>
    </figure>
  );
}
