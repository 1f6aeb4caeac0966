import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import type { IconName } from "#app/ui/icon.tsx";

/** icon: null for the product's own remix glyph. */
export type AccountEntry = { label: string; to: string; icon: IconName | null };

const own: AccountEntry[] = [
  { label: t`Overview`, to: paths.dashboard(), icon: "squares-four" },
  { label: t`Collections`, to: paths.dashboardPage("collections"), icon: "folder-simple" },
  { label: t`Likes`, to: paths.dashboardPage("likes"), icon: "heart" },
  { label: t`Followers`, to: paths.dashboardPage("followers"), icon: "users" },
  { label: t`Following`, to: paths.dashboardPage("following"), icon: "user-check" },
  { label: t`Plan & Usage`, to: paths.dashboardPage("billing"), icon: "wallet" },
  { label: t`Profile`, to: paths.dashboardPage("profile"), icon: "user-circle" },
];

const work: AccountEntry[] = [
  { label: t`Create/Remix`, to: paths.studio(), icon: null },
  { label: t`Style kits`, to: paths.dashboardPage("studio/style-kits"), icon: "palette" },
  { label: t`Threads`, to: paths.dashboardPage("work/threads"), icon: "git-branch" },
  { label: t`Cast log`, to: paths.dashboardPage("work/cast-log"), icon: "clock-counter-clockwise" },
];

const admin: AccountEntry[] = [
  { label: t`Asset manager`, to: paths.dashboardPage("admin/asset-manager"), icon: "image" },
  { label: t`Promptsmiths`, to: paths.dashboardPage("admin/promptsmiths"), icon: "users-three" },
  { label: t`Global collections`, to: paths.dashboardPage("admin/collections"), icon: "folders" },
  { label: t`Insights`, to: paths.dashboardPage("admin/insights"), icon: "chart-line-up" },
  { label: t`Search pulse`, to: paths.dashboardPage("admin/search-pulse"), icon: "pulse" },
];

/** The groups of the account menu for a role. See docs/product.md 2.6. */
export function accountEntries(role: "member" | "user" | "admin"): AccountEntry[][] {
  return role === "admin" ? [own, work, admin] : [own, work];
}
