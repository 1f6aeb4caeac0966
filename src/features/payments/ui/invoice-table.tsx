import { locale, t } from "#app/language/message.ts";
import { formatMoney } from "#app/rules/money.ts";
import { Table } from "#app/ui/table.tsx";
import type { Invoice } from "../queries/invoices.ts";
import "#app/ui/state.css";

const day = new Intl.DateTimeFormat(locale("en-GB"), { dateStyle: "medium", timeZone: "UTC" });

const states: Record<Invoice["state"], { label: string; tone: string }> = {
  paid: { label: t`Paid`, tone: "moss" },
  open: { label: t`To be paid`, tone: "ochre" },
  failed: { label: t`Payment failed`, tone: "rust" },
  refunded: { label: t`Refunded`, tone: "dim" },
  disputed: { label: t`Disputed`, tone: "ochre" },
};

function Row({ invoice }: { invoice: Invoice }) {
  const { number, description, amount, refunded, currency, state, createdAt, url } = invoice;
  const { label, tone } = states[state];
  return (
    <tr>
      <td className="whitespace-nowrap text-ink-2">{day.format(new Date(createdAt))}</td>
      <td className="wrap-anywhere">
        {url === null ? (
          description
        ) : (
          <a className="link" href={url} rel="noreferrer">
            {description}
          </a>
        )}
        {number !== null && <span className="block text-12 text-ink-3">{number}</span>}
      </td>
      <td>
        <span className="state" data-tone={tone}>
          {label}
        </span>
      </td>
      <td className="number">
        {formatMoney(amount, currency)}
        {refunded > 0 && (
          <span className="block text-12 text-ink-3">
            {t`${formatMoney(refunded, currency)} refunded`}
          </span>
        )}
      </td>
    </tr>
  );
}

/** What the member paid or was to pay, with links to invoices and receipts. */
export function InvoiceTable({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <Table label={t`Invoices`} low>
      <thead>
        <tr>
          <th scope="col">{t`Date (UTC)`}</th>
          <th scope="col">{t`What`}</th>
          <th scope="col">{t`State`}</th>
          <th scope="col" className="number">
            {t`Amount`}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <Row key={invoice.id} invoice={invoice} />
        ))}
      </tbody>
    </Table>
  );
}
