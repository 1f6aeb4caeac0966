import { locale, plural, t } from "#app/language/message.ts";
import type { EngineReport as Report } from "../queries/engine-trial.ts";
import "#app/ui/state.css";
import "./engine-report.css";

const states: Record<Report["state"], { tone: string; text: string }> = {
  up: { tone: "moss", text: t`It answers` },
  degraded: { tone: "ochre", text: t`It answers, but something is wrong` },
  down: { tone: "rust", text: t`It does not work like this` },
};

type Can = NonNullable<Report["can"]>;

const listed = new Intl.ListFormat(locale("en-GB"), { type: "unit" });

const progresses: Record<Can["progress"], string> = {
  percent: t`progress in per cent`,
  partials: t`partial pictures`,
  "per-image": t`progress by picture`,
  stages: t`progress by stage`,
  none: t`no progress`,
};
const negatives: Record<Can["negativePrompt"], string> = {
  native: t`words to keep out`,
  "in-prompt": t`words to keep out, said inside the prompt`,
  none: t`no words to keep out`,
};
const cancels: Record<Can["cancel"], string> = {
  immediate: t`can be cancelled`,
  "queued-only": t`can be cancelled while it waits`,
  disconnect: t`is cancelled by leaving it`,
  none: t`cannot be cancelled`,
};

/** What can be asked of it, in words. */
function featuresOf(can: Can): string[] {
  return [
    ...(can.txt2img ? [t`from words`] : []),
    ...(can.img2img ? [t`from a picture`] : []),
    ...(can.strength ? [t`strength`] : []),
    ...(can.seed ? [t`seed`] : [t`no seed`]),
    negatives[can.negativePrompt],
    progresses[can.progress],
    ...(can.previews ? [t`previews`] : []),
    cancels[can.cancel],
    ...(can.resumable ? [t`taken up again after a restart`] : []),
  ];
}

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
          <dd>{listed.format(featuresOf(can))}</dd>
          <dt>{t`Settings for members`}</dt>
          <dd className="wrap-anywhere">
            {can.params.length === 0 ? t`none` : listed.format(can.params)}
          </dd>
        </dl>
      )}
    </section>
  );
}
