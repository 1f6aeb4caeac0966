import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { T, t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { formatSeconds, secondsBetween } from "#app/rules/duration.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { useSite } from "#app/ui/site.ts";
import { Marks } from "#app/features/provenance/ui/marks.tsx";
import { systemPulse, type PulsePart } from "#app/features/admin/queries.ts";
import { Moment } from "#app/features/admin/ui/moment.tsx";
import "#app/ui/state.css";
import "./status.css";

/** System Pulse: the public status page. See docs/product.md 2.7. */
export function loader({ context }: LoaderFunctionArgs) {
  return pageData(context, async ({ db, provenance }) => ({
    ...(await systemPulse(db)),
    signs: await provenance.canSign(),
  }));
}

const headlines = {
  up: { tone: "moss", text: t`Everything is working` },
  degraded: { tone: "ochre", text: t`Working, with something amiss` },
  down: { tone: "rust", text: t`Casting is not possible right now` },
} as const;

const states: Record<PulsePart["state"], { tone: string; text: string }> = {
  up: { tone: "moss", text: t`Up` },
  degraded: { tone: "ochre", text: t`Degraded` },
  down: { tone: "rust", text: t`Down` },
  unknown: { tone: "dim", text: t`Not known` },
};

const parts = {
  database: t`Database`,
  storage: t`Storage`,
  worker: t`Worker`,
  engines: t`Engines`,
} as const;

/** The parts of the installation; engines have names of their own. */
const partNames: Readonly<Record<string, string>> = {
  Web: t`Web`,
  Database: t`Database`,
  Storage: t`Storage`,
  Worker: t`Worker`,
};

export default function Status() {
  const pulse = useLoaderData<typeof loader>();
  const { appName, serverUrl } = useSite();
  const { tone, text } = headlines[pulse.state];
  return (
    <>
      <PageHead title={t`System Pulse`} description={t`How ${appName} is at this moment.`} />
      <link rel="canonical" href={new URL(paths.status(), serverUrl).href} />
      <div className="status">
        <header>
          <h1 className="title-xl">{t`System Pulse`}</h1>
          <p className="status-now" data-tone={tone}>
            {text}
          </p>
        </header>
        <dl className="status-facts">
          <div>
            <dt>{t`Casts waiting`}</dt>
            <dd>{pulse.queue.queued}</dd>
          </div>
          <div>
            <dt>{t`Casts being drawn`}</dt>
            <dd>{pulse.queue.running}</dd>
          </div>
          <div>
            <dt>{t`Up for`}</dt>
            <dd>{formatSeconds(pulse.upSeconds)}</dd>
          </div>
        </dl>
        <section aria-labelledby="status-parts">
          <h2 className="title-small" id="status-parts">
            {t`Parts`}
          </h2>
          <ul className="status-parts">
            {pulse.parts.map(({ name, state, detail }) => (
              <li key={name}>
                <b>{partNames[name] ?? name}</b>
                <span className="text-ink-2">{detail}</span>
                <span className="state" data-tone={states[state].tone}>
                  {states[state].text}
                </span>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="status-incidents">
          <h2 className="title-small" id="status-incidents">
            {t`Last incidents`}
          </h2>
          {pulse.incidents.length === 0 ? (
            <p className="mt-3 text-ink-2">{t`None has been recorded.`}</p>
          ) : (
            <ul className="status-parts">
              {pulse.incidents.map(({ part, beganAt, endedAt }) => (
                <li key={`${part} ${beganAt}`}>
                  <b>{parts[part]}</b>
                  <span className="text-ink-2">
                    <Moment at={beganAt} />
                    {endedAt &&
                      t`, for ${formatSeconds(Math.max(1, secondsBetween(beganAt, endedAt)))}`}
                  </span>
                  <span className="state" data-tone={endedAt ? "dim" : "rust"}>
                    {endedAt ? t`Over` : t`Going on`}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
        <Marks signs={pulse.signs} />
        <p className="text-13 text-ink-3">
          <T>
            As of <Moment at={pulse.at} />. The parts are looked at every ten seconds.
          </T>
        </p>
      </div>
    </>
  );
}
