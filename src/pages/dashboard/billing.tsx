import {
  useLoaderData,
  useLocation,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { formAction, sendForm } from "#app/page-form.ts";
import { paths } from "#app/paths.ts";
import { AppError } from "#app/lib/errors.ts";
import { safeNext } from "#app/rules/safe-next.ts";
import { apiClient } from "#app/ui/api-client.ts";
import { ButtonAnchor, ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { castsOfHolds, spending } from "#app/features/generation/queries.ts";
import { balanceOf, ledger, planOf } from "#app/features/billing/queries.ts";
import { useBalance } from "#app/features/billing/ui/balance.tsx";
import { LedgerTable } from "#app/features/billing/ui/ledger-table.tsx";
import type { BillingRoutes } from "#app/features/billing/ui/api.ts";
import { NeedCredits } from "#app/features/billing/ui/need-credits.tsx";
import { PlanCard } from "#app/features/billing/ui/plan-card.tsx";
import { redeemDefinition } from "#app/features/billing/ui/redeem-definition.ts";
import { RedeemForm } from "#app/features/billing/ui/redeem-form.tsx";
import { Spending } from "#app/features/billing/ui/spending.tsx";
import { canBuy } from "#app/features/payments/policy.ts";
import { invoicesOf, paymentsOf } from "#app/features/payments/queries.ts";
import { purchaseOf } from "#app/features/payments/queries/purchase.ts";
import { BuyCredits } from "#app/features/payments/ui/buy-credits.tsx";
import { ChangePlan } from "#app/features/payments/ui/change-plan.tsx";
import { Invoices } from "#app/features/payments/ui/invoices.tsx";
import { PaidNotice } from "#app/features/payments/ui/paid-notice.tsx";
import { PaymentNotices } from "#app/features/payments/ui/payment-notices.tsx";
import { Link } from "#app/ui/link.tsx";
import "./billing.css";

const linesAPage = 25;
const invoicesAPage = 10;

/** Plan, balance, usage, purchases and ledger of the member. See docs/product.md 2.3. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  return pageData(context, async ({ db, env, payments }, actor) => {
    if (actor.role === "guest") throw new AppError("unauthenticated");
    const { userId } = actor;
    const [cursor, invoiceCursor] = ["cursor", "invoices"].map(
      (key) => query.get(key) ?? undefined,
    );
    const paid = query.get("paid");
    // Read first: what else the page says of a purchase that was granted then has its credits in it.
    const purchase = paid === null ? null : await purchaseOf(db, userId, paid);
    const [plan, balance, days, lines, paying, invoices] = await Promise.all([
      planOf(db, userId),
      balanceOf(db, userId),
      spending(db, userId),
      ledger(db, userId, { cursor, limit: linesAPage }),
      paymentsOf(db, userId, payments.mode),
      invoicesOf(db, userId, { cursor: invoiceCursor, limit: invoicesAPage }),
    ]);
    const holds = lines.items.flatMap(({ holdId }) => holdId ?? []);
    const casts = await castsOfHolds(db, userId, holds);
    return {
      role: actor.role,
      plan,
      balance,
      days,
      next: lines.next,
      isFirst: cursor === undefined,
      lines: lines.items.map((line) => ({
        ...line,
        cast: line.holdId === null ? null : (casts.get(line.holdId) ?? null),
      })),
      paying,
      invoices: { ...invoices, isFirst: invoiceCursor === undefined },
      purchase,
      shop: {
        isOpen: canBuy(actor, { mode: payments.mode, siteUrl: env.SERVER_URL }),
        currency: payments.currency,
        isTrial: payments.mode === "sandbox",
      },
      needsCredits: query.get("need_credits") === "true",
      cameFrom: query.get("next"),
    };
  });
}

/** Redeems a grant code when the form is sent without JavaScript. */
export function action(args: ActionFunctionArgs) {
  return formAction(args, (typed, transport, goOn) =>
    sendForm(redeemDefinition, typed, apiClient<BillingRoutes>(transport), () =>
      goOn(`${paths.dashboardPage("billing")}#ledger`),
    ),
  );
}

type LoaderData = ReturnType<typeof useLoaderData<typeof loader>>;

/** The studio as the member left it: known from the press that led here, and from the return after paying. */
function useStudio(cameFrom: string | null): string {
  const { state } = useLocation() as { state: { studio?: string } | null };
  const left = safeNext(state?.studio ?? cameFrom);
  return left.startsWith(paths.studio()) ? left : paths.studio();
}

function Shop({ shop, studio }: Pick<LoaderData, "shop"> & { studio: string }) {
  return (
    <section className="mt-8" aria-labelledby="buy">
      <h2 className="title-small" id="buy">
        {t`Buy credits`}
      </h2>
      {shop.isOpen ? (
        <>
          {shop.isTrial && (
            <p className="mt-1 text-13 text-ink-2">
              {t`Payments are a trial on this installation: no real money moves.`}
            </p>
          )}
          <BuyCredits currency={shop.currency} next={studio} />
        </>
      ) : (
        <p className="mt-2 max-w-[60ch] text-ink-2">
          {t`Credit packs are not on sale here. `}
          <Link className="link" to={paths.contact({ about: "credits" })}>
            {t`Ask the site owner for credits`}
          </Link>
          .
        </p>
      )}
    </section>
  );
}

export default function Billing() {
  const page = useLoaderData<typeof loader>();
  const { role, plan, balance, days, lines, next, isFirst, needsCredits } = page;
  const { paying, invoices, purchase, shop } = page;
  const { current, held } = useBalance().balance ?? balance;
  const studio = useStudio(page.cameFrom);
  const { subscription } = paying;
  return (
    <>
      <PageHead title={t`Plan & usage`} />
      <h1 className="title-large">{t`Plan & usage`}</h1>
      {purchase && <PaidNotice purchase={purchase} current={current} studio={studio} />}
      {needsCredits && (
        <NeedCredits
          current={current}
          action={
            <ButtonAnchor look="primary" href="#buy">
              {shop.isOpen ? t`Buy credits` : t`Get credits`}
            </ButtonAnchor>
          }
        />
      )}
      <PaymentNotices {...paying} />
      <div className="plan">
        <PlanCard
          account={{ role, ...plan, current }}
          held={held}
          days={days}
          endsAt={subscription?.cancelsAt ?? null}
          action={
            (shop.isOpen || subscription) && (
              <ChangePlan subscription={subscription} currency={shop.currency} next={studio} />
            )
          }
        />
        <Spending days={days} />
      </div>
      <Shop shop={shop} studio={studio} />
      <RedeemForm />
      {paying.hasCustomer && <Invoices invoices={invoices} isFirst={invoices.isFirst} />}
      <section className="mt-8" aria-labelledby="ledger">
        <h2 className="title-small" id="ledger">
          {t`Ledger`}
        </h2>
        <LedgerTable lines={lines} />
        <div className="mt-4 flex gap-2">
          {!isFirst && (
            <ButtonLink look="soft" size="small" to={paths.dashboardPage("billing")}>
              {t`Newest`}
            </ButtonLink>
          )}
          {next !== null && (
            <ButtonLink
              look="soft"
              size="small"
              to={`${paths.dashboardPage("billing", { cursor: next })}#ledger`}
            >
              {t`Older`}
            </ButtonLink>
          )}
        </div>
      </section>
    </>
  );
}
