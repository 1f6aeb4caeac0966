import { t } from "#app/language/message.ts";
import type { Sandbox } from "#app/adapters/payments/port.ts";
import type { Env } from "#app/env.ts";
import { AppError } from "#app/lib/errors.ts";
import type { AdminAction, Audited } from "#app/lib/audit.ts";
import { minorUnitsOf } from "#app/rules/money.ts";
import type { Services } from "#app/services.ts";
import { clockSteps, type ControlPress } from "../inputs/sandbox.ts";

type Answer = Awaited<ReturnType<Sandbox["control"]["moveClock"]>>;

async function refundPart({ control }: Sandbox, payment: string, typed: string): Promise<Answer> {
  const { payments } = await control.view();
  const found = payments.find(({ id }) => id === payment);
  if (found === undefined) return { refused: t`This payment is not among the latest.` };
  const amount = minorUnitsOf(typed, found.currency);
  if (amount === null || amount === 0) return { refused: t`Write an amount such as 2.50.` };
  return control.refund(payment, amount);
}

function press(sandbox: Sandbox, given: ControlPress): Promise<Answer> {
  const { control } = sandbox;
  switch (given.do) {
    case "renew":
      return control.renew(given.subscription);
    case "fail-renewal":
      return control.failRenewal(given.subscription);
    case "refund":
      return control.refund(given.payment);
    case "refund-part":
      return refundPart(sandbox, given.payment, given.amount);
    case "open-dispute":
      return control.openDispute(given.payment);
    case "win-dispute":
      return control.closeDispute(given.payment, "won");
    case "lose-dispute":
      return control.closeDispute(given.payment, "lost");
    case "settle-transfer":
      return control.settleLate(given.payment, "paid");
    case "fail-transfer":
      return control.settleLate(given.payment, "failed");
    case "lose-next":
      return control.loseNextEvent();
    case "double-next":
      return control.doubleNextEvent();
    case "resend":
      return control.resend(given.event);
    case "move-clock":
    default:
      return control.moveClock(clockSteps[given.step]);
  }
}

/** An address of this site without its origin: the browser may know the site by another name, such as 127.0.0.1. */
export function withinSite(address: string, { SERVER_URL }: Pick<Env, "SERVER_URL">): string {
  const { origin, pathname, search, href } = new URL(address);
  return origin === new URL(SERVER_URL).origin ? `${pathname}${search}` : href;
}

/** What a press is about, for the audit log. */
function targetOf(given: ControlPress): string {
  if ("payment" in given) return given.payment;
  if ("subscription" in given) return given.subscription;
  return "event" in given ? given.event : "sandbox";
}

/**
 * The sandbox, where payments are not real.
 * @throws AppError not-found once they are
 */
export function sandboxOf({ payments }: Pick<Services, "payments">): Sandbox {
  if (payments.sandbox === null) throw new AppError("not-found");
  return payments.sandbox;
}

/**
 * Plays bank, network or time: what an admin pressed on the page of controls.
 * @returns why nothing was done; null where it was
 */
export async function pressControl(
  services: Pick<Services, "db" | "payments">,
  action: AdminAction,
  audited: Audited,
  given: ControlPress,
): Promise<string | null> {
  const sandbox = sandboxOf(services);
  return audited(services.db, action, async () => {
    const answer = await press(sandbox, given);
    if ("refused" in answer) return { result: answer.refused, records: [] };
    const { do: name, ...after } = given;
    const target = { kind: "payment", id: targetOf(given) } as const;
    return { result: null, records: [{ action: `sandbox.${name}`, target, after }] };
  });
}
