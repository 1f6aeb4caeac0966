import type { CSSProperties } from "react";
import "./progress-ring.css";

const arcs = [
  { radius: 22, width: 3.5, opacity: 1, lag: 1 },
  { radius: 29.5, width: 2.5, opacity: 0.6, lag: 0.82 },
  { radius: 36.5, width: 2, opacity: 0.36, lag: 0.62 },
];

type RingProps = {
  /** 0 to 1. */
  fraction: number;
  /** Animates the ring from this fraction to full. */
  closing?: boolean;
};

/** Progress as a ring: an arc and two that lag behind it. */
export function ProgressRing({ fraction, closing = false }: RingProps) {
  return (
    <svg
      className={closing ? "progress-ring progress-ring-closing" : "progress-ring"}
      viewBox="0 0 80 80"
      aria-hidden
    >
      <circle cx="40" cy="40" r="22" strokeWidth="3.5" opacity=".25" />
      {arcs.map(({ radius, width, opacity, lag }) => {
        const length = 2 * Math.PI * radius;
        const share = fraction >= 1 ? 1 : fraction * lag;
        const drawn = `${(length * share).toFixed(1)} ${length.toFixed(1)}`;
        const whole = `${length.toFixed(1)} ${length.toFixed(1)}`;
        return (
          <circle
            key={radius}
            cx="40"
            cy="40"
            r={radius}
            strokeWidth={width}
            opacity={opacity}
            strokeDasharray={closing ? whole : drawn}
            style={closing ? ({ "--drawn": drawn } as CSSProperties) : undefined}
            transform="rotate(-90 40 40)"
          />
        );
      })}
    </svg>
  );
}
