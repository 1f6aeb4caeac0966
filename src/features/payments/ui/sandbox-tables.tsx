import { locale, plural, t } from "#app/language/message.ts";
import type { ControlView } from "#app/adapters/payments/port.ts";
import { formatMoney } from "#app/rules/money.ts";
import { Table } from "#app/ui/table.tsx";
import { RefundPart, SandboxPress } from "./sandbox-press.tsx";
import "#app/ui/state.css";

type Payment = ControlView["payments"][number];
type Subscription = ControlView["subscriptions"][number];
type Event = ControlView["events"][number];

const moments = new Intl.DateTimeFormat(locale("en-GB"), {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});
const moment = (seconds: number) => t`${moments.format(new Date(seconds * 1000))} UTC`;

/** The end of an id: enough to tell rows apart. */
const tail = (id: string) => id.slice(-6);

const tones: Readonly<Record<string, string>> = {
  succeeded: "moss",
  active: "moss",
  delivered: "moss",
  processing: "ochre",
  pending: "ochre",
  past_due: "rust",
  requires_payment_method: "rust",
  lost: "rust",
  "given-up": "rust",
};

const words: Readonly<Record<string, string>> = {
  requires_payment_method: "declined",
  requires_action: t`waits for the bank`,
  past_due: t`payment failed`,
  needs_response: "open",
};

const said = (state: string) => words[state] ?? state.replaceAll("_", " ");

function State({ of }: { of: string }) {
  return (
    <span className="state" data-tone={tones[of] ?? "dim"}>
      {said(of)}
    </span>
  );
}

function PaymentPresses({ payment }: { payment: Payment }) {
  const { id, status, dispute, amount, refunded } = payment;
  const of = t`payment ${tail(id)}`;
  const press = (act: string, label: string) => (
    <SandboxPress values={{ do: act, payment: id }} label={label} name={`${label}: ${of}`} />
  );
  if (status === "processing") {
    return (
      <>
        {press("settle-transfer", t`Let it arrive`)}
        {press("fail-transfer", t`Let it fail`)}
      </>
    );
  }
  if (status !== "succeeded") return null;
  if (dispute !== null) {
    if (dispute.status === "won" || dispute.status === "lost") return null;
    return (
      <>
        {press("win-dispute", t`Close as won`)}
        {press("lose-dispute", t`Close as lost`)}
      </>
    );
  }
  if (refunded === amount) return null;
  return (
    <>
      {press("refund", t`Refund all`)}
      <RefundPart payment={id} of={of} />
      {press("open-dispute", t`Open a dispute`)}
    </>
  );
}

/** The latest payments, with what a bank or a seller can do about each. */
export function SandboxPayments({ payments }: { payments: readonly Payment[] }) {
  return (
    <Table label={t`Payments`} stack>
      <thead>
        <tr>
          <th scope="col">{t`Payment`}</th>
          <th scope="col">{t`Buyer`}</th>
          <th scope="col" className="number">
            {t`Amount`}
          </th>
          <th scope="col">{t`State`}</th>
          <th scope="col">{t`What happens to it`}</th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <tr key={payment.id}>
            <td>
              <span className="mono">{tail(payment.id)}</span>
              <span className="block text-12 text-ink-3">{moment(payment.createdAt)}</span>
            </td>
            <td className="wrap-anywhere">{payment.email ?? t`Nobody known`}</td>
            <td className="number whitespace-nowrap">
              {formatMoney(payment.amount, payment.currency)}
              {payment.refunded > 0 && (
                <span className="block text-12 text-ink-3">
                  {t`${formatMoney(payment.refunded, payment.currency)} refunded`}
                </span>
              )}
            </td>
            <td>
              <State of={payment.status} />
              {payment.dispute !== null && (
                <span className="block text-12 text-ink-2">
                  {t`Dispute ${said(payment.dispute.status)}`}
                </span>
              )}
            </td>
            <td>
              <div className="sandbox-presses">
                <PaymentPresses payment={payment} />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The latest subscriptions, with their renewals. */
export function SandboxSubscriptions({
  subscriptions,
}: {
  subscriptions: readonly Subscription[];
}) {
  return (
    <Table label={t`Subscriptions`} stack>
      <thead>
        <tr>
          <th scope="col">{t`Plan`}</th>
          <th scope="col">{t`Buyer`}</th>
          <th scope="col">{t`State`}</th>
          <th scope="col">{t`Month ends`}</th>
          <th scope="col">{t`What happens to it`}</th>
        </tr>
      </thead>
      <tbody>
        {subscriptions.map(({ id, name, amount, currency, email, status, ...rest }) => (
          <tr key={id}>
            <td>
              {name}, {formatMoney(amount, currency)}
              <span className="mono block text-12 text-ink-3">{tail(id)}</span>
            </td>
            <td className="wrap-anywhere">{email ?? t`Nobody known`}</td>
            <td>
              <State of={status} />
              {rest.isCancelled && (
                <span className="block text-12 text-ink-2">{t`Plan cancelled`}</span>
              )}
            </td>
            <td className="whitespace-nowrap">{moment(rest.periodEnd)}</td>
            <td>
              {status !== "canceled" && (
                <div className="sandbox-presses">
                  <SandboxPress
                    values={{ do: "renew", subscription: id }}
                    label={t`Renew`}
                    name={t`Renew: subscription ${tail(id)}`}
                  />
                  <SandboxPress
                    values={{ do: "fail-renewal", subscription: id }}
                    label={t`Fail the renewal`}
                    name={t`Fail the renewal: subscription ${tail(id)}`}
                  />
                </div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Delivery({ state, attempts, error }: Event["deliveries"][number]) {
  return (
    <li>
      <State of={state} />
      {error !== null && (
        <span className="block text-12 wrap-anywhere text-ink-3">
          {attempts} {plural(attempts, "attempt", "attempts")}: {error}
        </span>
      )}
    </li>
  );
}

/** The latest events, with what became of each sending. */
export function SandboxEvents({ events }: { events: readonly Event[] }) {
  return (
    <Table label={t`Events`} stack>
      <thead>
        <tr>
          <th scope="col">{t`Event`}</th>
          <th scope="col">{t`What it is about`}</th>
          <th scope="col">{t`Made`}</th>
          <th scope="col">{t`Sent`}</th>
          <th scope="col">
            <span className="sr-only">{t`Send again`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ id, type, objectId, createdAt, deliveries }) => (
          <tr key={id}>
            <td className="mono wrap-anywhere">{type}</td>
            <td className="mono wrap-anywhere text-ink-2">
              {objectId.split("_")[0]} {tail(objectId)}
            </td>
            <td className="whitespace-nowrap text-ink-2">{moment(createdAt)}</td>
            <td>
              <ul>
                {deliveries.map((delivery, index) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <Delivery key={index} {...delivery} />
                ))}
              </ul>
            </td>
            <td>
              <SandboxPress
                values={{ do: "resend", event: id }}
                label={t`Send again`}
                name={t`Send again: ${type} ${tail(id)}`}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
