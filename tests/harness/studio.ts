import type { Page } from "playwright-core";
import { grantCredits, settleHold } from "#app/features/billing/commands.ts";
import type { PageOptions, TestBrowser } from "./browser.ts";
import { placeHold } from "./hold.ts";
import { until } from "./patience.ts";
import type { SignedUp } from "./server.ts";

type Ended = {
  finishedAt: string | null;
  progress: { picture?: { id: string; slug: string } }[];
};

export type Caster = SignedUp & {
  /** A page signed in as this member. */
  open(address: string, options?: PageOptions): Promise<Page>;
  /** Casts by the API, at standard quality by default, and waits for the end. @returns the pictures in order */
  made(body: object): Promise<{ castId: string; pictures: { id: string; slug: string }[] }>;
  /** Sets credits aside and takes them, as a cast does: where credits are to be gone and no picture is looked at. */
  spend(credits: number): Promise<void>;
};

/** A member with credits, for journeys through the studio and the log. */
export async function aCaster(browser: TestBrowser, credits = 40): Promise<Caster> {
  const member = await browser.server.signUp("Ines Varga");
  if (credits > 0)
    await grantCredits(browser.services, {
      userId: member.userId,
      amount: credits,
      reason: "Test",
      idempotencyKey: `caster:${member.userId}`,
    });
  return {
    ...member,
    open: (address, options) => browser.open(address, { ...options, member }),
    async made(body) {
      const asked = await member.fetch("/api/generate", {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
        body: JSON.stringify({ quality: "standard", ...body }),
      });
      if (!asked.ok) throw new Error(`the cast was refused: ${await asked.text()}`);
      const { id } = (await asked.json()) as { id: string };
      const look = async () =>
        (await (await member.fetch(`/api/generations/${id}`)).json()) as Ended;
      const cast = await until("the cast to end", look, ({ finishedAt }) => finishedAt !== null);
      return { castId: id, pictures: cast.progress.flatMap(({ picture }) => picture ?? []) };
    },
    async spend(credits) {
      await browser.services.db.transaction().execute(async (tx) => {
        const hold = {
          userId: member.userId,
          amount: credits,
          expiresAt: new Date(Date.now() + 60_000),
          reason: "Test",
          idempotencyKey: `spent:${crypto.randomUUID()}`,
        };
        const placed = await placeHold(tx, hold);
        if (!placed.ok) throw new Error(`there are only ${placed.available} credits`);
        await settleHold(tx, placed.holdId, credits);
      });
    },
  };
}
