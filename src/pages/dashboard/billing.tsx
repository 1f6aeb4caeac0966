import {
  Link,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { pageData } from "#app/page-data.ts";
import { formAction, sendForm } from "#app/page-form.ts";
import { paths } from "#app/paths.ts";
import { AppError } from "#app/lib/errors.ts";
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
import "./billing.css";

const linesAPage = 25;

/** Plan, balance, usage and ledger of the member. See docs/product.md 2.3. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  return pageData(context, async ({ db }, actor) => {
    if (actor.role === "guest") throw new AppError("unauthenticated");
    const { userId } = actor;
    const cursor = query.get("cursor") ?? undefined;
    const [plan, balance, days, lines] = await Promise.all([
      planOf(db, userId),
      balanceOf(db, userId),
      spending(db, userId),
      ledger(db, userId, { cursor, limit: linesAPage }),
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
      needsCredits: query.get("need_credits") === "true",
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

export default function Billing() {
  const { role, plan, balance, days, lines, next, isFirst, needsCredits } =
    useLoaderData<typeof loader>();
  const { current, held } = useBalance().balance ?? balance;
  return (
    <>
      <PageHead title="Plan & usage" />
      <h1 className="title-large">Plan &amp; usage</h1>
      {needsCredits && (
        <NeedCredits
          current={current}
          action={
            <ButtonAnchor look="primary" href="#buy">
              Get credits
            </ButtonAnchor>
          }
        />
      )}
      <div className="plan">
        <PlanCard account={{ role, ...plan, current }} held={held} days={days} />
        <Spending days={days} />
      </div>
      <section className="mt-8" aria-labelledby="buy">
        <h2 className="title-small" id="buy">
          Buy credits
        </h2>
        <p className="mt-2 max-w-[60ch] text-ink-2">
          Credit packs are not on sale on this installation. Whoever runs it can give you credits:{" "}
          <Link className="link" to={paths.contact()}>
            write to them
          </Link>
          .
        </p>
      </section>
      <RedeemForm />
      <section className="mt-8" aria-labelledby="ledger">
        <h2 className="title-small" id="ledger">
          Ledger
        </h2>
        <LedgerTable lines={lines} />
        <div className="mt-4 flex gap-2">
          {!isFirst && (
            <ButtonLink look="soft" size="small" to={paths.dashboardPage("billing")}>
              Newest
            </ButtonLink>
          )}
          {next !== null && (
            <ButtonLink
              look="soft"
              size="small"
              to={`${paths.dashboardPage("billing", { cursor: next })}#ledger`}
            >
              Older
            </ButtonLink>
          )}
        </div>
      </section>
    </>
  );
}
