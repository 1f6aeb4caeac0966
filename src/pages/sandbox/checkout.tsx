import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  useLocation,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { t } from "#app/language/message.ts";
import type { CheckoutView } from "#app/adapters/payments/port.ts";
import { sandboxOf, withinSite } from "#app/features/payments/commands/sandbox.ts";
import { checkoutPress } from "#app/features/payments/inputs/sandbox.ts";
import { intervalName } from "#app/features/payments/ui/interval-name.ts";
import { TrialNotice } from "#app/features/payments/ui/trial-notice.tsx";
import { AppError } from "#app/lib/errors.ts";
import { pageData } from "#app/page-data.ts";
import { formAction } from "#app/page-form.ts";
import { paths } from "#app/paths.ts";
import { formatMoney } from "#app/rules/money.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import "#app/ui/surfaces.css";
import "./sandbox.css";

/** The page on which a trial is "paid", in the place of Stripe's. Whoever knows its address may use it, as at Stripe. */
export function loader({ params, context }: LoaderFunctionArgs) {
  return pageData(context, async (services, { role }) => {
    const view = await sandboxOf(services).checkout(params.id ?? "");
    if (view === null) throw new AppError("not-found");
    return { view, isAdmin: role === "admin" };
  });
}

export function action(args: ActionFunctionArgs) {
  return formAction(args, (typed) =>
    pageData(args.context, async (services) => {
      const sandbox = sandboxOf(services);
      const pressed = checkoutPress.safeParse(typed);
      if (!pressed.success) throw new AppError("invalid-request", { detail: t`No such button` });
      const answer = await sandbox.act(args.params.id ?? "", pressed.data.act);
      if (answer === null) throw new AppError("not-found");
      if ("refused" in answer) return data({ refused: answer.refused }, { status: 402 });
      const to = answer.url === "" ? paths.dashboardPage("billing") : answer.url;
      return redirect(URL.canParse(to) ? withinSite(to, services.env) : to, 303);
    }),
  );
}

export function headers() {
  return { "Cache-Control": "no-store", "Referrer-Policy": "same-origin" };
}

type Press = { act: string; label: string; look?: "primary" | "outline" | "quiet"; danger?: true };

function Buttons({ presses }: { presses: readonly Press[] }) {
  const { pathname } = useLocation();
  return (
    <div className="sandbox-buttons">
      {presses.map(({ act, label, look = "outline", danger }) => (
        <PostForm key={act} action={pathname} values={{ act }}>
          <Button type="submit" look={look} danger={danger} className="w-full">
            {label}
          </Button>
        </PostForm>
      ))}
    </div>
  );
}

function Sums({ view }: { view: CheckoutView }) {
  const { lines, subtotal, tax, total, currency } = view;
  return (
    <dl className="sandbox-sums">
      {lines.map(({ name, quantity, amount, every }) => (
        <div key={name}>
          <dt>
            {quantity > 1 && `${quantity} × `}
            {name}
            {every !== null && t`, each ${intervalName(every)}`}
          </dt>
          <dd>{formatMoney(amount, currency)}</dd>
        </div>
      ))}
      {tax > 0 && (
        <>
          <div>
            <dt>{t`Without tax`}</dt>
            <dd>{formatMoney(subtotal, currency)}</dd>
          </div>
          <div>
            <dt>{t`Tax`}</dt>
            <dd>{formatMoney(tax, currency)}</dd>
          </div>
        </>
      )}
      <div className="sandbox-total">
        <dt>{t`Total due today`}</dt>
        <dd>{formatMoney(total, currency)}</dd>
      </div>
    </dl>
  );
}

function Challenge() {
  return (
    <section className="panel" aria-labelledby="challenge">
      <h2 className="title-small" id="challenge">
        {t`Your bank asks: is this you?`}
      </h2>
      <p className="text-ink-2">
        {t`This is where 3-D Secure would send you to your bank. Choose what you answer it.`}
      </p>
      <Buttons
        presses={[
          { act: "authenticate", label: t`Complete authentication`, look: "primary" },
          { act: "fail-authentication", label: t`Fail authentication` },
          { act: "cancel", label: t`Cancel`, look: "quiet" },
        ]}
      />
    </section>
  );
}

function Pay({ view }: { view: CheckoutView }) {
  return (
    <section className="panel" aria-labelledby="pay">
      <h2 className="title-small" id="pay">
        {t`Pay as you like`}
      </h2>
      <p className="text-ink-2">{t`Each button is a way that a payment can go.`}</p>
      <Buttons
        presses={[
          { act: "pay", label: t`Pay ${formatMoney(view.total, view.currency)}`, look: "primary" },
          { act: "decline", label: t`Pay with a card that is declined` },
          { act: "challenge", label: t`Pay with 3-D Secure` },
          { act: "pay-late", label: t`Pay late, by bank transfer` },
          { act: "cancel", label: t`Cancel`, look: "quiet" },
        ]}
      />
    </section>
  );
}

function Ended({ state }: { state: "complete" | "expired" }) {
  const isPaid = state === "complete";
  return (
    <EmptyState
      heading="h1"
      title={isPaid ? t`This checkout is done` : t`This checkout has expired`}
      action={
        <ButtonLink look="primary" to={paths.dashboardPage("billing")}>
          {t`Go to Plan & usage`}
        </ButtonLink>
      }
    >
      {isPaid
        ? t`Nothing is left to pay here.`
        : t`Nothing was paid. Start again from Plan & usage.`}
    </EmptyState>
  );
}

export default function TrialCheckout() {
  const { view, isAdmin } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const refused = answered?.refused ?? view.lastError;
  const { state, mode, lines, isChallenged } = view;
  return (
    <div className="sandbox">
      <PageHead title={t`Trial checkout`} />
      <TrialNotice title={t`Trial checkout: no real money`}>
        {t`Nothing is charged, and no card is asked for.`}
        {isAdmin && (
          <>
            {" "}
            <Link className="link" to={paths.dashboardPage("admin/payment-sandbox")}>
              {t`Open the controls`}
            </Link>
          </>
        )}
      </TrialNotice>
      {state !== "open" ? (
        <Ended state={state} />
      ) : (
        <>
          <h1 className="title-large mt-8 wrap-anywhere">
            {mode === "subscription" ? t`Subscribe to ` : t`Buy `}
            {lines.map(({ name }) => name).join(", ")}
          </h1>
          {view.email !== null && <p className="mt-2 text-ink-2">{t`For ${view.email}`}</p>}
          {refused !== null && (
            <Alert className="mt-4" icon>
              {t`${refused} Nothing was charged: you can try again.`}
            </Alert>
          )}
          <div className="sandbox-columns">
            <section className="panel" aria-labelledby="order">
              <h2 className="title-small" id="order">
                {t`Your order`}
              </h2>
              <Sums view={view} />
            </section>
            {isChallenged ? <Challenge /> : <Pay view={view} />}
          </div>
        </>
      )}
    </div>
  );
}
