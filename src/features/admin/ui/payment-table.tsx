import type { ListedPayment } from "#app/features/payments/queries.ts";
import { locale, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { formatMoney } from "#app/rules/money.ts";
import { offerOf } from "#app/rules/price-list.ts";
import { Link } from "#app/ui/link.tsx";
import { Table } from "#app/ui/table.tsx";
import { Moment } from "./moment.tsx";
import "#app/ui/state.css";

const states: Record<ListedPayment["state"], { tone: string; text: string }> = {
  paid: { tone: "moss", text: t`Paid` },
  open: { tone: "ochre", text: t`Open` },
  failed: { tone: "rust", text: t`Failed` },
  refunded: { tone: "dim", text: t`Refunded` },
  disputed: { tone: "rust", text: t`Disputed` },
};

/** Payments of all members, one a row; each leads to its events. */
export function PaymentTable({ payments }: { payments: readonly ListedPayment[] }) {
  return (
    <Table label={t`Payments`} low>
      <thead>
        <tr>
          <th scope="col">{t`Payment`}</th>
          <th scope="col">{t`Member`}</th>
          <th scope="col">{t`State`}</th>
          <th scope="col" className="number">
            {t`Paid`}
          </th>
          <th scope="col" className="number wide">
            {t`Refunded`}
          </th>
          <th scope="col" className="number wide">
            {t`Credits`}
          </th>
          <th scope="col" className="wide">
            {t`When`}
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => {
          const { id, member, offer, credits, taken, amount, refunded, currency } = payment;
          const { tone, text } = states[payment.state];
          return (
            <tr key={id}>
              <th scope="row" className="wrap-anywhere">
                {offerOf(offer)?.name ?? offer}
                <Link
                  className="mono block text-11 font-normal text-ink-3 hover:underline"
                  to={paths.dashboardPage("admin/webhook-events", { q: id })}
                >
                  {id}
                </Link>
              </th>
              <td>
                <Link className="link" dir="ltr" to={paths.creator(member.username)}>
                  @{member.username}
                </Link>
              </td>
              <td>
                <span className="state" data-tone={tone}>
                  {text}
                </span>
              </td>
              <td className="number">{formatMoney(amount, currency)}</td>
              <td className="number wide text-ink-2">
                {refunded === 0 ? "" : formatMoney(refunded, currency)}
              </td>
              <td className="number wide">{(credits - taken).toLocaleString(locale("en"))}</td>
              <td className="wide text-ink-2">
                <Moment at={payment.createdAt} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
