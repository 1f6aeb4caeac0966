import { locale, plural, t } from "#app/language/message.ts";
import type { EngineReport as Report } from "../queries/engine-trial.ts";
import { factsOf, supportOf } from "./engine-facts.ts";
import "#app/ui/state.css";
import "./engine-report.css";

const states: Record<Report["state"], { tone: string; text: string }> = {
  up: { tone: "moss", text: t`It answers` },
  degraded: { tone: "ochre", text: t`It answers, but something is wrong` },
  down: { tone: "rust", text: t`It does not work like this` },
};

const listed = new Intl.ListFormat(locale("en-GB"), { type: "unit" });

/** What a service said when it was asked. */
export function EngineReport({ report }: { report: Report }) {
  const { state, reason, latencyMs, can } = report;
  const { tone, text } = states[state];
  const more = can === null ? 0 : can.modelCount - can.models.length;
  return (
    <section className="engine-report" aria-label={t`Result of the test`} aria-live="polite">
      <p>
        <span className="state" data-tone={tone}>
          {text}
        </span>
        {latencyMs !== null && (
          <span className="ms-3 text-12 text-ink-3">{t`after ${latencyMs} ms`}</span>
        )}
      </p>
      {reason !== null && <p className="text-13 wrap-anywhere">{reason}</p>}
      {can !== null && (
        <dl>
          <dt>{t`Models`}</dt>
          <dd className="wrap-anywhere">
            {can.models.length === 0 ? t`none` : listed.format(can.models)}
            {more > 0 && plural(more, ", and # more", ", and # more")}
          </dd>
          <dt>{t`Features`}</dt>
          <dd>{listed.format([...supportOf(can), ...factsOf(can)])}</dd>
          <dt>{t`Settings for members`}</dt>
          <dd className="wrap-anywhere">
            {can.params.length === 0 ? t`none` : listed.format(can.params)}
          </dd>
        </dl>
      )}
    </section>
  );
}
