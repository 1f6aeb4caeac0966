import type { PaymentDifference } from "#app/features/payments/queries.ts";
import { locale, plural, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Link } from "#app/ui/link.tsx";
import { Table } from "#app/ui/table.tsx";
import { CsvLink } from "./csv-link.tsx";

/** Whether the ledger's credits are those that the payments stand for, with every payment that differs. */
export function Reconciliation({ differences }: { differences: readonly PaymentDifference[] }) {
  const count = differences.length;
  return (
    <section className="mt-8" aria-labelledby="reconciliation">
      <header className="admin-head">
        <h2 className="title-small" id="reconciliation">
          {t`Ledger against payments`}
        </h2>
        {count > 0 && <CsvLink list="payment-differences" />}
      </header>
      {count === 0 ? (
        <p className="mt-1 text-13 text-ink-2">
          {t`They agree: every payment has the credits in the ledger that its money stands for.`}
        </p>
      ) : (
        <>
          <Alert icon calm className="mt-2">
            {plural(
              count,
              "One payment differs. Replay the events of a payment, or correct the balance.",
              "# payments differ. Replay the events of a payment, or correct the balance.",
            )}
          </Alert>
          <Table label={t`Differences`} low>
            <thead>
              <tr>
                <th scope="col">{t`Payment`}</th>
                <th scope="col" className="wide">
                  {t`Member`}
                </th>
                <th scope="col" className="number">
                  {t`Payment`}
                </th>
                <th scope="col" className="number">
                  {t`Ledger`}
                </th>
                <th scope="col" className="number">
                  {t`Difference`}
                </th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ paymentId, email, expected, booked }) => (
                <tr key={paymentId}>
                  <th scope="row" className="mono text-12 wrap-anywhere">
                    <Link
                      className="link"
                      to={paths.dashboardPage("admin/billing-overview", { q: paymentId })}
                    >
                      {paymentId}
                    </Link>
                  </th>
                  <td className="wide wrap-anywhere">{email}</td>
                  <td className="number">{expected.toLocaleString(locale("en"))}</td>
                  <td className="number">{booked.toLocaleString(locale("en"))}</td>
                  <td className="number">{(booked - expected).toLocaleString(locale("en"))}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
      )}
    </section>
  );
}
