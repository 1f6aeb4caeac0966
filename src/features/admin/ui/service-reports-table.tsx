import { locale, plural, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import type { ReportedCast } from "#app/features/generation/queries.ts";
import { Link } from "#app/ui/link.tsx";
import { Table } from "#app/ui/table.tsx";
import { Moment } from "./moment.tsx";

/** What the service charged for a cast, in its own currency or credits; null if it reported nothing. */
function chargedFor({ reports }: ReportedCast): string | null {
  const costs = reports.map(({ cost }) => cost).filter((cost) => typeof cost === "number");
  if (costs.length === 0) return null;
  const sum = costs.reduce((all, cost) => all + cost, 0);
  return sum.toLocaleString(locale("en"), { maximumFractionDigits: 6 });
}

/** The service's own request ids, for support requests to its operator. */
function requestIds({ reports }: ReportedCast): string {
  const ids = reports.map(({ requestId }) => requestId).filter((id) => typeof id === "string");
  return [...new Set(ids)].join(", ");
}

function Row({ cast }: { cast: ReportedCast }) {
  const { engine, model, member, createdAt, delivered, count, mayHaveBilled } = cast;
  return (
    <tr>
      <th scope="row" className="wrap-anywhere">
        {engine.label}
        <span className="block text-13 font-normal text-ink-2">{model}</span>
      </th>
      <td>
        <Link className="link" dir="ltr" to={paths.creator(member.username)}>
          @{member.username}
        </Link>
      </td>
      <td className="number">{t`${delivered} of ${count}`}</td>
      <td className="number">
        {chargedFor(cast) ?? t`Not said`}
        {mayHaveBilled.length > 0 && (
          <span className="block text-13 text-ink-2">
            {plural(
              mayHaveBilled.length,
              "1 lost image may be billed",
              "# lost images may be billed",
            )}
          </span>
        )}
      </td>
      <td className="wide mono text-12 wrap-anywhere text-ink-3">{requestIds(cast)}</td>
      <td className="wide">
        <Moment at={createdAt} />
      </td>
    </tr>
  );
}

/** Costs of casts as reported by external services, latest first. */
export function ServiceReportsTable({ casts }: { casts: readonly ReportedCast[] }) {
  if (casts.length === 0) {
    return <p className="text-13 text-ink-3">{t`No service has reported a cost yet.`}</p>;
  }
  return (
    <Table label={t`What services reported`} low>
      <thead>
        <tr>
          <th scope="col">{t`Engine`}</th>
          <th scope="col">{t`Member`}</th>
          <th scope="col" className="number">
            {t`Images`}
          </th>
          <th scope="col" className="number">
            {t`Charged`}
          </th>
          <th scope="col" className="wide">
            {t`Request`}
          </th>
          <th scope="col" className="wide">
            {t`Casts`}
          </th>
        </tr>
      </thead>
      <tbody>
        {casts.map((cast) => (
          <Row key={cast.id} cast={cast} />
        ))}
      </tbody>
    </Table>
  );
}
