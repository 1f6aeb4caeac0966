import type { RevenueLine } from "#app/features/payments/queries.ts";
import { locale, t } from "#app/language/message.ts";
import { formatMoney } from "#app/rules/money.ts";
import { offerOf } from "#app/rules/price-list.ts";
import { Table } from "#app/ui/table.tsx";

const monthName = new Intl.DateTimeFormat(locale("en"), {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const nameOf = (month: string) => monthName.format(new Date(`${month}-01T00:00:00Z`));

/** What was paid by month and offer, newest first. */
export function RevenueTable({ lines }: { lines: readonly RevenueLine[] }) {
  if (lines.length === 0)
    return <p className="text-13 text-ink-3">{t`Nothing has been paid yet.`}</p>;
  return (
    <Table label={t`Revenue by month`} low>
      <thead>
        <tr>
          <th scope="col">{t`Month`}</th>
          <th scope="col">{t`Offer`}</th>
          <th scope="col" className="number wide">
            {t`Payments`}
          </th>
          <th scope="col" className="number wide">
            {t`Credits`}
          </th>
          <th scope="col" className="number wide">
            {t`Paid`}
          </th>
          <th scope="col" className="number wide">
            {t`Of it tax`}
          </th>
          <th scope="col" className="number wide">
            {t`Refunded`}
          </th>
          <th scope="col" className="number wide">
            {t`Lost in disputes`}
          </th>
          <th scope="col" className="number">
            {t`Kept`}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const { month, offer, currency, payments, credits, paid, tax, refunded, lost } = line;
          const money = (units: number) => formatMoney(units, currency);
          return (
            <tr key={`${month} ${offer} ${currency}`}>
              <th scope="row">{nameOf(month)}</th>
              <td>{offerOf(offer)?.name ?? offer}</td>
              <td className="number wide">{payments.toLocaleString(locale("en"))}</td>
              <td className="number wide">{credits.toLocaleString(locale("en"))}</td>
              <td className="number wide">{money(paid)}</td>
              <td className="number wide text-ink-2">{money(tax)}</td>
              <td className="number wide text-ink-2">{money(refunded)}</td>
              <td className="number wide text-ink-2">{money(lost)}</td>
              <td className="number">{money(paid - refunded - lost)}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
