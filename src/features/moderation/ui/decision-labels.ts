import type { SanctionKind } from "#app/rules/sanctions.ts";

/** The kinds of decisions in lists for admins. */
export const kindLabels: Record<SanctionKind, string> = {
  strike: "Strike",
  suspension: "Suspension",
  ban: "Ban",
  closure: "Closed on request",
  picture: "Image hidden",
  name: "Name taken down",
  bio: "Bio taken down",
  avatar: "Profile picture taken down",
  cover: "Cover picture taken down",
  kit: "Style kit taken down",
};

export const appealLabels = {
  open: { tone: "ochre", text: "Waits for an answer" },
  granted: { tone: "moss", text: "Granted" },
  declined: { tone: "dim", text: "Declined" },
} as const;
