import type { Balance } from "#app/features/billing/queries.ts";
import type { SessionUser } from "#app/features/identity/queries.ts";
import type { Site } from "#app/ui/site.ts";

/** What every page knows: the installation, who is looking, and what they can spend. Loaded by root.tsx. */
export type RootData = {
  site: Site;
  /** Null for a guest. */
  member: SessionUser | null;
  balance: Balance | null;
  /** Notifications that were not read yet. */
  unread: number;
};
