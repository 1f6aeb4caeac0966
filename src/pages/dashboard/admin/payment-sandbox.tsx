import { useEffect, type ReactNode } from "react";
import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  useRevalidator,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { T, locale, plural, t } from "#app/language/message.ts";
import type { ControlView } from "#app/adapters/payments/port.ts";
import { requestIdContext } from "#app/context.ts";
import { audited } from "#app/features/admin/commands.ts";
import { pressControl, sandboxOf } from "#app/features/payments/commands/sandbox.ts";
import { controlPress } from "#app/features/payments/inputs/sandbox.ts";
import { SandboxPress } from "#app/features/payments/ui/sandbox-press.tsx";
import {
  SandboxEvents,
  SandboxPayments,
  SandboxSubscriptions,
} from "#app/features/payments/ui/sandbox-tables.tsx";
import { TrialNotice } from "#app/features/payments/ui/trial-notice.tsx";
import { AppError } from "#app/lib/errors.ts";
import { adminData } from "#app/page-data.ts";
import { formAction } from "#app/page-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import "#app/ui/surfaces.css";
import "#app/ui/table.css";
import "./admin.css";
import "./payment-sandbox.css";

/** What the bank, the network and time do while payments are a trial; 404 once they are real. See docs/payments.md. */
export function loader({ context }: LoaderFunctionArgs) {
  return adminData(context, async (services) => ({
    view: await sandboxOf(services).control.view(),
  }));
}

export function action(args: ActionFunctionArgs) {
  return formAction(args, (typed) =>
    adminData(args.context, async (services, admin) => {
      const pressed = controlPress.safeParse(typed);
      if (!pressed.success) throw new AppError("invalid-request", { detail: t`No such button` });
      const requestId = args.context.get(requestIdContext);
      const refused = await pressControl(services, { admin, requestId }, audited, pressed.data);
      if (refused !== null) return data({ refused }, { status: 409 });
      return redirect(new URL(args.request.url).pathname, 303);
    }),
  );
}

const refreshMs = 1_000;

/** Reads the page again while an event is on its way. */
function useFreshWhile(isPending: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setInterval(() => void revalidate(), refreshMs);
    return () => clearInterval(timer);
  }, [isPending, revalidate]);
}

const moments = new Intl.DateTimeFormat(locale("en-GB"), {
  dateStyle: "full",
  timeStyle: "short",
  timeZone: "UTC",
});

const clockSteps = [
  ["hour", t`An hour on`],
  ["day", t`A day on`],
  ["week", t`A week on`],
  ["month", t`A month on`],
] as const;

function aheadBy(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  if (hours < 48) return plural(hours, "# hour ahead", "# hours ahead");
  return plural(Math.floor(hours / 24), "# days ahead", "# days ahead");
}

function momentOf(now: number, ahead: number): string {
  const at = t`${moments.format(new Date(now * 1000))} UTC`;
  return ahead > 0 ? `${at}, ${aheadBy(ahead)}` : at;
}

function Clock({ now, ahead }: Pick<ControlView, "now" | "ahead">) {
  return (
    <section className="panel" aria-labelledby="clock">
      <h2 className="title-small" id="clock">
        {t`Clock`}
      </h2>
      <p className="text-ink-2">
        <T>{momentOf(now, ahead)}. What is due happens when the clock moves; it never goes back.</T>
      </p>
      <div className="sandbox-presses">
        {clockSteps.map(([step, label]) => (
          <SandboxPress key={step} values={{ do: "move-clock", step }} label={label} />
        ))}
      </div>
    </section>
  );
}

function Network({ faults }: Pick<ControlView, "faults">) {
  const ordered = [
    ...(faults.lose > 0 ? [t`${faults.lose} to be lost`] : []),
    ...(faults.double > 0 ? [t`${faults.double} to be doubled`] : []),
  ];
  return (
    <section className="panel" aria-labelledby="network">
      <h2 className="title-small" id="network">
        {t`Network`}
      </h2>
      <p className="text-ink-2">
        {ordered.length === 0
          ? t`Every event is sent once, and again until it is taken.`
          : t`Of the next events: ${ordered.join(", ")}.`}
      </p>
      <div className="sandbox-presses">
        <SandboxPress values={{ do: "lose-next" }} label={t`Lose the next event`} />
        <SandboxPress values={{ do: "double-next" }} label={t`Double the next event`} />
      </div>
    </section>
  );
}

type ListProps = {
  id: string;
  title: string;
  none: string;
  empty: string;
  isEmpty: boolean;
  children: ReactNode;
};

function List({ id, title, none, empty, isEmpty, children }: ListProps) {
  return (
    <section className="mt-8" aria-labelledby={id}>
      <h2 className="title-small mb-2" id={id}>
        {title}
      </h2>
      {isEmpty ? <EmptyState title={none}>{empty}</EmptyState> : children}
    </section>
  );
}

export default function PaymentSandbox() {
  const { view } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { payments, subscriptions, events } = view;
  useFreshWhile(
    events.some(({ deliveries }) => deliveries.some(({ state }) => state === "pending")),
  );
  return (
    <>
      <PageHead title={t`Payment sandbox`} />
      <h1 className="title-large mb-4">{t`Payment sandbox`}</h1>
      <TrialNotice title={t`Trial payments: no real money`}>
        {t`Here you play the bank, the network and time. This page is gone once a key of Stripe is set.`}
      </TrialNotice>
      {answered !== undefined && (
        <Alert className="mt-4" icon>
          {answered.refused}
        </Alert>
      )}
      <div className="sandbox-controls">
        <Clock now={view.now} ahead={view.ahead} />
        <Network faults={view.faults} />
      </div>
      <List
        id="payments"
        title={t`Payments`}
        none={t`No payments yet`}
        empty={t`Buy a pack or a plan under Plan & usage.`}
        isEmpty={payments.length === 0}
      >
        <SandboxPayments payments={payments} />
      </List>
      <List
        id="subscriptions"
        title={t`Subscriptions`}
        none={t`No subscriptions yet`}
        empty={t`Somebody who buys a plan is listed here.`}
        isEmpty={subscriptions.length === 0}
      >
        <SandboxSubscriptions subscriptions={subscriptions} />
      </List>
      <List
        id="events"
        title={t`Events`}
        none={t`No events yet`}
        empty={t`Each payment makes some.`}
        isEmpty={events.length === 0}
      >
        <SandboxEvents events={events} />
      </List>
    </>
  );
}
