import type { RevenueLine } from "#app/features/payments/queries.ts";
import { formatMoney } from "#app/rules/money.ts";
import { offerOf } from "#app/rules/price-list.ts";
import { Table } from "#app/ui/table.tsx";

const monthName = new Intl.DateTimeFormat("en", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const nameOf = (month: string) => monthName.format(new Date(`${month}-01T00:00:00Z`));

/** What was paid by month and offer, newest first. */
export function RevenueTable({ lines }: { lines: readonly RevenueLine[] }) {
  if (lines.length === 0) return <p className="text-13 text-ink-3">Nothing has been paid yet.</p>;
  return (
    <Table label="Revenue by month" low>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Offer</th>
          <th scope="col" className="number wide">
            Payments
          </th>
          <th scope="col" className="number wide">
            Credits
          </th>
          <th scope="col" className="number wide">
            Paid
          </th>
          <th scope="col" className="number wide">
            Of it tax
          </th>
          <th scope="col" className="number wide">
            Refunded
          </th>
          <th scope="col" className="number wide">
            Lost in disputes
          </th>
          <th scope="col" className="number">
            Kept
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
              <td className="number wide">{payments.toLocaleString("en")}</td>
              <td className="number wide">{credits.toLocaleString("en")}</td>
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
