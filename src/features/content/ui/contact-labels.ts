import { t } from "#app/language/message.ts";
import type { ContactKind } from "#app/rules/contact-kinds.ts";

type Words = {
  title: string;
  lead: (site: string) => string;
  /** Label of the text area. */
  ask: string;
  hint?: string;
  send: string;
  /** Label in the list of the other forms. */
  short: string;
};

/** How a message begins that another page leads to, by what it is about. */
export const contactStarts = {
  credits: t`I would like more credits for my account.

How many, and what for: `,
} as const;

/** Labels of each form below /contact. See docs/product.md 2.7. */
export const contactLabels: Readonly<Record<ContactKind, Words>> = {
  contact: {
    title: t`Contact`,
    lead: (site) => t`Write to the people who run ${site}. Every message is read by a person.`,
    ask: t`Message`,
    send: t`Send message`,
    short: t`Anything else`,
  },
  idea: {
    title: t`Idea vault`,
    lead: () => t`Half an idea is enough. What should exist here that does not?`,
    ask: t`Your idea`,
    hint: t`What it is, and what it would let you do.`,
    send: t`Send idea`,
    short: t`Idea vault`,
  },
  bug: {
    title: t`Report a bug`,
    lead: () =>
      t`Say what you did, what happened and what you expected. That is most of the repair.`,
    ask: t`What went wrong`,
    hint: t`The address of the page and the time help. If the page showed a request number, add it.`,
    send: t`Send report`,
    short: t`Report a bug`,
  },
  feature: {
    title: t`Request a feature`,
    lead: () => t`Tell us what you are trying to do and where it gets stuck today.`,
    ask: t`What you need`,
    hint: t`How often you need it helps to put it in order.`,
    send: t`Send request`,
    short: t`Request a feature`,
  },
  commission: {
    title: t`Commission a picture`,
    lead: () =>
      t`For pictures made to order: for what, in which size, by when, and what you can spend.`,
    ask: t`The commission`,
    hint: t`Links to pictures whose look you like say more than words.`,
    send: t`Send commission`,
    short: t`Commission a picture`,
  },
};
