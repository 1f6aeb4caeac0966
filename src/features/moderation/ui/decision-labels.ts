import { t } from "#app/language/message.ts";
import type { SanctionKind } from "#app/rules/sanctions.ts";

/** The kinds of decisions in lists for admins. */
export const kindLabels: Record<SanctionKind, string> = {
  strike: t`Strike`,
  suspension: t`Suspension`,
  ban: t`Ban`,
  closure: t`Closed on request`,
  picture: t`Image hidden`,
  name: t`Name taken down`,
  bio: t`Bio taken down`,
  avatar: t`Profile picture taken down`,
  cover: t`Cover picture taken down`,
  kit: t`Style kit taken down`,
};

export const appealLabels = {
  open: { tone: "ochre", text: t`Waits for an answer` },
  granted: { tone: "moss", text: t`Granted` },
  declined: { tone: "dim", text: t`Declined` },
} as const;
