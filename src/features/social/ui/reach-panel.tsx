import { locale, m, plural, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { countedAtMost, formatCounted } from "#app/rules/counted-at-most.ts";
import { Link } from "#app/ui/link.tsx";
import type { Reach } from "../queries.ts";
import { SegmentNav } from "#app/ui/segment.tsx";
import "./reach-panel.css";

const width = 300;
const height = 84;
const top = 8;

/** The line through the days, and the closed area below it. */
function chartOf(daily: readonly number[]): { line: string; area: string } {
  const most = Math.max(1, ...daily);
  const step = width / Math.max(1, daily.length - 1);
  const points = daily.map((value, day) => {
    const y = height - 2 - (value / most) * (height - 2 - top);
    return `${(day * step).toFixed(1)} ${y.toFixed(1)}`;
  });
  const line = `M${points.join("L")}`;
  return { line, area: `${line}L${width} ${height}L0 ${height}Z` };
}

const spans = [7, 30] as const;

/** Chooses the period of the figures; links, so it works without JavaScript. */
export function SpanSwitch({ days }: { days: number }) {
  return (
    <SegmentNav label={t`Days shown`} small>
      {spans.map((span) => (
        <Link
          key={span}
          to={`${paths.dashboard()}?days=${span}`}
          aria-current={span === days ? "true" : undefined}
          preventScrollReset
        >
          {plural(span, "# day", "# days")}
        </Link>
      ))}
    </SegmentNav>
  );
}

/** Likes, remixes and follows that a member received. Acceptance row DB-06. */
export function ReachPanel({ reach }: { reach: Reach }) {
  const { days, daily } = reach;
  const { line, area } = chartOf(daily);
  const sum = daily.reduce((all, day) => all + day, 0);
  const { isMore } = reach;
  const figures = [
    { label: t`casts`, ...reach.casts, isMore },
    { label: t`likes`, ...reach.likes, isMore },
    { label: t`remixes`, ...reach.remixes, isMore },
    { label: t`followers`, ...reach.followers, isMore: false },
  ];
  return (
    <section className="panel" aria-labelledby="reach-title">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="title-small" id="reach-title">
          {t`Reach`}
        </h2>
        <span className="text-13 text-ink-2">{plural(days, "last # day", "last # days")}</span>
      </div>
      <p className="sr-only">
        {plural(
          sum,
          m`# likes, remixes and follows in the last ${days} days`,
          m`# likes, remixes and follows in the last ${days} days`,
        )}
      </p>
      <svg
        className="over-chart"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        <path d={area} fill="var(--patina-wash)" />
        <path
          d={line}
          fill="none"
          stroke="var(--patina)"
          strokeWidth="1.75"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <dl className="over-figures">
        {figures.map(({ label, total, recent, isMore }) => (
          <div key={label}>
            <dt>
              {label}
              <span className="block text-moss">
                +{formatCounted(recent, countedAtMost.events)}
                <span className="sr-only">
                  {plural(days, " in the last # days", " in the last # days")}
                </span>
              </span>
            </dt>
            <dd>
              {total.toLocaleString(locale("en"))}
              {isMore && "+"}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
