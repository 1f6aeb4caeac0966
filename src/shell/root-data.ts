import type { Balance } from "#app/features/billing/queries.ts";
import type { SessionUser } from "#app/features/identity/queries.ts";
import type { Site } from "#app/ui/site.ts";

/** Data of every page: the installation, the viewer and their credits. Loaded by root.tsx. */
export type RootData = {
  site: Site;
  /** Null for a guest. */
  member: SessionUser | null;
  balance: Balance | null;
  /** Number of unread notifications. */
  unread: number;
};
