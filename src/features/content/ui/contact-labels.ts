import type { ContactKind } from "#app/rules/contact-kinds.ts";

type Words = {
  title: string;
  lead: string;
  /** Label of the text area. */
  ask: string;
  hint?: string;
  send: string;
  /** Label in the list of the other forms. */
  short: string;
};

/** How a message begins that another page leads to, by what it is about. */
export const contactStarts = {
  credits: "I would like more credits for my account.\n\nHow many, and what for: ",
} as const;

/** Labels of each form below /contact. See docs/product.md 2.7. */
export const contactLabels: Readonly<Record<ContactKind, Words>> = {
  contact: {
    title: "Contact",
    lead: "Write to the people who run {site}. Every message is read by a person.",
    ask: "Message",
    send: "Send message",
    short: "Anything else",
  },
  idea: {
    title: "Idea vault",
    lead: "Half an idea is enough. What should exist here that does not?",
    ask: "Your idea",
    hint: "What it is, and what it would let you do.",
    send: "Send idea",
    short: "Idea vault",
  },
  bug: {
    title: "Report a bug",
    lead: "Say what you did, what happened and what you expected. That is most of the repair.",
    ask: "What went wrong",
    hint: "The address of the page and the time help. If the page showed a request number, add it.",
    send: "Send report",
    short: "Report a bug",
  },
  feature: {
    title: "Request a feature",
    lead: "Tell us what you are trying to do and where it gets stuck today.",
    ask: "What you need",
    hint: "How often you need it helps to put it in order.",
    send: "Send request",
    short: "Request a feature",
  },
  commission: {
    title: "Commission a picture",
    lead: "For pictures made to order: for what, in which size, by when, and what you can spend.",
    ask: "The commission",
    hint: "Links to pictures whose look you like say more than words.",
    send: "Send commission",
    short: "Commission a picture",
  },
};
