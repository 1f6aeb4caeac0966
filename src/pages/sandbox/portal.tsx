import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  useLocation,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { locale, t } from "#app/language/message.ts";
import type { PortalView } from "#app/adapters/payments/port.ts";
import { sandboxOf, withinSite } from "#app/features/payments/commands/sandbox.ts";
import { portalPress } from "#app/features/payments/inputs/sandbox.ts";
import { intervalName } from "#app/features/payments/ui/interval-name.ts";
import { TrialNotice } from "#app/features/payments/ui/trial-notice.tsx";
import { AppError } from "#app/lib/errors.ts";
import { pageData } from "#app/page-data.ts";
import { formAction } from "#app/page-form.ts";
import { paths } from "#app/paths.ts";
import { formatMoney } from "#app/rules/money.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonAnchor, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { Table } from "#app/ui/table.tsx";
import "#app/ui/state.css";
import "#app/ui/surfaces.css";
import "./sandbox.css";

/** The customer portal of a trial, in the place of Stripe's. Whoever knows its address may use it for an hour. */
export function loader({ params, context }: LoaderFunctionArgs) {
  return pageData(context, async (services) => {
    const view = await sandboxOf(services).portal(params.id ?? "");
    if (view === null) throw new AppError("not-found");
    const { returnUrl } = view;
    return { view, backTo: returnUrl === null ? null : withinSite(returnUrl, services.env) };
  });
}

export function action(args: ActionFunctionArgs) {
  return formAction(args, (typed) =>
    pageData(args.context, async (services) => {
      const sandbox = sandboxOf(services);
      const pressed = portalPress.safeParse(typed);
      if (!pressed.success) throw new AppError("invalid-request", { detail: t`No such button` });
      const answer = await sandbox.actInPortal(args.params.id ?? "", pressed.data);
      if (answer === null) throw new AppError("not-found");
      if ("refused" in answer) return data({ refused: answer.refused }, { status: 402 });
      return redirect(new URL(args.request.url).pathname, 303);
    }),
  );
}

export function headers() {
  return { "Cache-Control": "no-store", "Referrer-Policy": "same-origin" };
}

const days = new Intl.DateTimeFormat(locale("en-GB"), { dateStyle: "medium", timeZone: "UTC" });
const day = (seconds: number) => days.format(new Date(seconds * 1000));

type PressProps = {
  values: Record<string, string>;
  label: string;
  /** What tells it from others with the same text. */
  name?: string;
  look?: "outline" | "primary" | "soft";
  small?: boolean;
};

function Press({ values, label, name, look = "outline", small = false }: PressProps) {
  const { pathname } = useLocation();
  return (
    <PostForm action={pathname} values={values}>
      <Button type="submit" look={look} size={small ? "small" : "medium"} aria-label={name}>
        {label}
      </Button>
    </PostForm>
  );
}

const states: Readonly<Record<string, { tone: string; label: string }>> = {
  active: { tone: "moss", label: t`Active` },
  past_due: { tone: "rust", label: t`Payment failed` },
  canceled: { tone: "dim", label: t`Ended` },
  paid: { tone: "moss", label: t`Paid` },
  open: { tone: "ochre", label: t`Open` },
};

function State({ of }: { of: string }) {
  const { tone, label } = states[of] ?? { tone: "dim", label: of };
  return (
    <span className="state" data-tone={tone}>
      {label}
    </span>
  );
}

function Plan({ plan }: { plan: PortalView["subscriptions"][number] }) {
  const { id, name, amount, currency, every, status, periodEnd, isCancelled, others } = plan;
  const hasEnded = status === "canceled";
  const runs = isCancelled ? t`Ends on ${day(periodEnd)}` : t`Renews on ${day(periodEnd)}`;
  return (
    <li className="panel">
      <div className="sandbox-row">
        <h3 className="title-small">{name}</h3>
        <State of={status} />
      </div>
      <p className="text-ink-2">
        {t`${formatMoney(amount, currency)} each ${intervalName(every)}. ${hasEnded ? t`It has ended` : runs}.`}
      </p>
      {!hasEnded && (
        <div className="sandbox-row">
          {isCancelled ? (
            <Press values={{ act: "resume", subscription: id }} label={t`Resume ${name}`} />
          ) : (
            <Press
              values={{ act: "cancel", subscription: id }}
              label={t`Cancel the ${name} plan`}
            />
          )}
          {others.map((other) => (
            <Press
              key={other.price}
              values={{ act: "change", subscription: id, price: other.price }}
              label={t`Change to ${other.name} for ${formatMoney(other.amount, other.currency)}`}
            />
          ))}
        </div>
      )}
    </li>
  );
}

function Card({ fails }: { fails: boolean }) {
  return (
    <section aria-labelledby="card">
      <h2 className="title-small mb-3" id="card">
        {t`Card`}
      </h2>
      <div className="panel">
        <p className="text-ink-2">
          {fails
            ? t`The bank refuses every payment with this card.`
            : t`Visa ending in 4242. Payments with it succeed.`}
        </p>
        <div className="sandbox-row">
          {fails ? (
            <Press values={{ act: "mend-card" }} label={t`Use a card that works`} look="primary" />
          ) : (
            <Press values={{ act: "break-card" }} label={t`Use a card that fails`} />
          )}
        </div>
      </div>
    </section>
  );
}

function Invoices({ invoices }: { invoices: PortalView["invoices"] }) {
  if (invoices.length === 0) {
    return (
      <EmptyState title={t`No invoices yet`}>{t`Plans have an invoice for each month.`}</EmptyState>
    );
  }
  return (
    <Table label={t`Invoices`} stack>
      <thead>
        <tr>
          <th scope="col">{t`Number`}</th>
          <th scope="col">{t`Date`}</th>
          <th scope="col">{t`For`}</th>
          <th scope="col" className="number">
            {t`Amount`}
          </th>
          <th scope="col">{t`State`}</th>
          <th scope="col">
            <span className="sr-only">{t`Pay`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map(({ id, number, createdAt, description, amount, currency, status }) => (
          <tr key={id}>
            <td className="mono">{number}</td>
            <td className="whitespace-nowrap">{day(createdAt)}</td>
            <td className="wrap-anywhere">{description}</td>
            <td className="number">{formatMoney(amount, currency)}</td>
            <td>
              <State of={status} />
            </td>
            <td className="number">
              {status === "open" && (
                <Press
                  values={{ act: "pay", invoice: id }}
                  label={t`Pay now`}
                  name={t`Pay now: ${number}`}
                  small
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Back({ to }: { to: string | null }) {
  return to === null ? (
    <ButtonLink look="soft" to={paths.dashboardPage("billing")}>
      {t`Back to Plan & usage`}
    </ButtonLink>
  ) : (
    <ButtonAnchor look="soft" href={to}>
      {t`Back to Plan & usage`}
    </ButtonAnchor>
  );
}

export default function TrialPortal() {
  const { view, backTo } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { email, isExpired, cardFails, subscriptions, invoices } = view;
  return (
    <div className="sandbox">
      <PageHead title={t`Trial portal`} />
      <TrialNotice title={t`Trial portal: no real money`}>
        {t`Nothing is charged. With a real provider its own portal is in this place.`}
      </TrialNotice>
      {isExpired ? (
        <EmptyState heading="h1" title={t`This link has expired`} action={<Back to={backTo} />}>
          {t`A link to the portal works for an hour. Open it again from Plan & usage.`}
        </EmptyState>
      ) : (
        <>
          <div className="sandbox-row mt-8">
            <h1 className="title-large me-auto">{t`Plan, card and invoices`}</h1>
            <Back to={backTo} />
          </div>
          {email !== null && <p className="mt-2 text-ink-2">{t`For ${email}`}</p>}
          {answered !== undefined && (
            <Alert className="mt-4" icon>
              {answered.refused}
            </Alert>
          )}
          <div className="sandbox-columns">
            <section aria-labelledby="plan">
              <h2 className="title-small mb-3" id="plan">
                {t`Plan`}
              </h2>
              {subscriptions.length === 0 ? (
                <p className="text-ink-2">{t`There is no plan.`}</p>
              ) : (
                <ul className="flex flex-col gap-3">
                  {subscriptions.map((plan) => (
                    <Plan key={plan.id} plan={plan} />
                  ))}
                </ul>
              )}
            </section>
            <Card fails={cardFails} />
          </div>
          <section className="mt-8" aria-labelledby="invoices">
            <h2 className="title-small mb-3" id="invoices">
              {t`Invoices`}
            </h2>
            <Invoices invoices={invoices} />
          </section>
        </>
      )}
    </div>
  );
}
