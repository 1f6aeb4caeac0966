import { replayEvent } from "#app/features/payments/jobs.ts";
import { paymentDifferences } from "#app/features/payments/queries.ts";
import type { OpenServices } from "#app/open-services.ts";
import { printable, text, type Command } from "./command.ts";

async function replay(services: OpenServices, id: string): Promise<number> {
  const outcome = await replayEvent(services, id);
  if (outcome === null) throw new Error(`There is no event ${printable(id)}.`);
  const reason = outcome.lastError === null ? "" : `: ${printable(outcome.lastError)}`;
  console.log(`${printable(id)} ${outcome.state}${reason}`);
  return outcome.state === "done" || outcome.state === "ignored" ? 0 : 1;
}

/** Lists every payment whose credits in the ledger are not what its money stands for, or repeats an event. */
export const command: Command = {
  usage: "[--replay EVENT]",
  options: { replay: "string" },
  required: [],
  async run(services, options) {
    if (options.replay !== undefined) return replay(services, text(options, "replay"));
    const differences = await paymentDifferences(services.db);
    for (const { paymentId, email, expected, booked } of differences) {
      const about = `${printable(paymentId)} of ${printable(email)}`;
      console.log(`${about}: the ledger has ${booked} credits, the payment stands for ${expected}`);
    }
    const { length } = differences;
    console.log(
      length === 0
        ? "the ledger and the payments agree"
        : `${length} ${length === 1 ? "payment differs" : "payments differ"}`,
    );
    return length === 0 ? 0 : 1;
  },
};
