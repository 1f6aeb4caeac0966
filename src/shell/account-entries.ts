import { paths } from "#app/paths.ts";
import type { IconName } from "#app/ui/icon.tsx";

/** icon: null for the product's own remix glyph. */
export type AccountEntry = { label: string; to: string; icon: IconName | null };

const own: AccountEntry[] = [
  { label: "Overview", to: paths.dashboard(), icon: "squares-four" },
  { label: "Collections", to: paths.dashboardPage("collections"), icon: "folder-simple" },
  { label: "Likes", to: paths.dashboardPage("likes"), icon: "heart" },
  { label: "Followers", to: paths.dashboardPage("followers"), icon: "users" },
  { label: "Following", to: paths.dashboardPage("following"), icon: "user-check" },
  { label: "Plan & Usage", to: paths.dashboardPage("billing"), icon: "wallet" },
  { label: "Profile", to: paths.dashboardPage("profile"), icon: "user-circle" },
];

const work: AccountEntry[] = [
  { label: "Create/Remix", to: paths.studio(), icon: null },
  { label: "Style kits", to: paths.dashboardPage("studio/style-kits"), icon: "palette" },
  { label: "Threads", to: paths.dashboardPage("work/threads"), icon: "git-branch" },
  { label: "Cast log", to: paths.dashboardPage("work/cast-log"), icon: "clock-counter-clockwise" },
];

const admin: AccountEntry[] = [
  { label: "Asset manager", to: paths.dashboardPage("admin/asset-manager"), icon: "image" },
  { label: "Promptsmiths", to: paths.dashboardPage("admin/promptsmiths"), icon: "users-three" },
  { label: "Global collections", to: paths.dashboardPage("admin/collections"), icon: "folders" },
  { label: "Insights", to: paths.dashboardPage("admin/insights"), icon: "chart-line-up" },
  { label: "Search pulse", to: paths.dashboardPage("admin/search-pulse"), icon: "pulse" },
];

/** The groups of the account menu for a role. See docs/product.md 2.6. */
export function accountEntries(role: "member" | "user" | "admin"): AccountEntry[][] {
  return role === "admin" ? [own, work, admin] : [own, work];
}
