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
      if (!pressed.success) throw new AppError("invalid-request", { detail: "No such button" });
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

const moments = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "full",
  timeStyle: "short",
  timeZone: "UTC",
});

function aheadBy(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  if (hours < 48) return `${hours} ${hours === 1 ? "hour" : "hours"} ahead`;
  return `${Math.floor(hours / 24).toLocaleString("en")} days ahead`;
}

function Clock({ now, ahead }: Pick<ControlView, "now" | "ahead">) {
  return (
    <section className="panel" aria-labelledby="clock">
      <h2 className="title-small" id="clock">
        Clock
      </h2>
      <p className="text-ink-2">
        {moments.format(new Date(now * 1000))} UTC
        {ahead > 0 && `, ${aheadBy(ahead)}`}. What is due happens when the clock moves; it never
        goes back.
      </p>
      <div className="sandbox-presses">
        {(["hour", "day", "week", "month"] as const).map((step) => (
          <SandboxPress
            key={step}
            values={{ do: "move-clock", step }}
            label={`A ${step} on`.replace("A hour", "An hour")}
          />
        ))}
      </div>
    </section>
  );
}

function Network({ faults }: Pick<ControlView, "faults">) {
  const ordered = [
    ...(faults.lose > 0 ? [`${faults.lose} to be lost`] : []),
    ...(faults.double > 0 ? [`${faults.double} to be doubled`] : []),
  ];
  return (
    <section className="panel" aria-labelledby="network">
      <h2 className="title-small" id="network">
        Network
      </h2>
      <p className="text-ink-2">
        {ordered.length === 0
          ? "Every event is sent once, and again until it is taken."
          : `Of the next events: ${ordered.join(", ")}.`}
      </p>
      <div className="sandbox-presses">
        <SandboxPress values={{ do: "lose-next" }} label="Lose the next event" />
        <SandboxPress values={{ do: "double-next" }} label="Double the next event" />
      </div>
    </section>
  );
}

type ListProps = {
  id: string;
  title: string;
  empty: string;
  isEmpty: boolean;
  children: ReactNode;
};

function List({ id, title, empty, isEmpty, children }: ListProps) {
  return (
    <section className="mt-8" aria-labelledby={id}>
      <h2 className="title-small mb-2" id={id}>
        {title}
      </h2>
      {isEmpty ? (
        <EmptyState title={`No ${title.toLowerCase()} yet`}>{empty}</EmptyState>
      ) : (
        children
      )}
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
      <PageHead title="Payment sandbox" />
      <h1 className="title-large mb-4">Payment sandbox</h1>
      <TrialNotice title="Trial payments: no real money">
        Here you play the bank, the network and time. This page is gone once a key of Stripe is set.
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
        title="Payments"
        empty="Buy a pack or a plan under Plan & usage."
        isEmpty={payments.length === 0}
      >
        <SandboxPayments payments={payments} />
      </List>
      <List
        id="subscriptions"
        title="Subscriptions"
        empty="Somebody who buys a plan is listed here."
        isEmpty={subscriptions.length === 0}
      >
        <SandboxSubscriptions subscriptions={subscriptions} />
      </List>
      <List
        id="events"
        title="Events"
        empty="Each payment makes some."
        isEmpty={events.length === 0}
      >
        <SandboxEvents events={events} />
      </List>
    </>
  );
}
