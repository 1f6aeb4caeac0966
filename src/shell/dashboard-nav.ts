import { ChartBarIcon } from "@phosphor-icons/react/dist/csr/ChartBar";
import { ChartLineUpIcon } from "@phosphor-icons/react/dist/csr/ChartLineUp";
import { ChatTextIcon } from "@phosphor-icons/react/dist/csr/ChatText";
import { ClockCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ClockCounterClockwise";
import { CubeIcon } from "@phosphor-icons/react/dist/csr/Cube";
import { CreditCardIcon } from "@phosphor-icons/react/dist/csr/CreditCard";
import { EnvelopeSimpleIcon } from "@phosphor-icons/react/dist/csr/EnvelopeSimple";
import { EyeIcon } from "@phosphor-icons/react/dist/csr/Eye";
import { FlagIcon } from "@phosphor-icons/react/dist/csr/Flag";
import { FolderSimpleIcon } from "@phosphor-icons/react/dist/csr/FolderSimple";
import { FoldersIcon } from "@phosphor-icons/react/dist/csr/Folders";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { HardDrivesIcon } from "@phosphor-icons/react/dist/csr/HardDrives";
import { GiftIcon } from "@phosphor-icons/react/dist/csr/Gift";
import { HeartIcon } from "@phosphor-icons/react/dist/csr/Heart";
import { ImagesIcon } from "@phosphor-icons/react/dist/csr/Images";
import { ListChecksIcon } from "@phosphor-icons/react/dist/csr/ListChecks";
import { PaletteIcon } from "@phosphor-icons/react/dist/csr/Palette";
import { PulseIcon } from "@phosphor-icons/react/dist/csr/Pulse";
import { ScalesIcon } from "@phosphor-icons/react/dist/csr/Scales";
import { SlidersHorizontalIcon } from "@phosphor-icons/react/dist/csr/SlidersHorizontal";
import { SquaresFourIcon } from "@phosphor-icons/react/dist/csr/SquaresFour";
import { UploadSimpleIcon } from "@phosphor-icons/react/dist/csr/UploadSimple";
import { UserCheckIcon } from "@phosphor-icons/react/dist/csr/UserCheck";
import { UserCircleIcon } from "@phosphor-icons/react/dist/csr/UserCircle";
import { UsersIcon } from "@phosphor-icons/react/dist/csr/Users";
import { UsersThreeIcon } from "@phosphor-icons/react/dist/csr/UsersThree";
import { WalletIcon } from "@phosphor-icons/react/dist/csr/Wallet";
import { WebhooksLogoIcon } from "@phosphor-icons/react/dist/csr/WebhooksLogo";
import type { ComponentType } from "react";
import { t } from "#app/language/message.ts";
import { paths, type DashboardPage } from "#app/paths.ts";
import { RemixGlyph } from "#app/ui/glyphs.tsx";

type Icon = ComponentType<{ size?: number; weight?: "regular" | "fill" }>;
export type NavEntry = { label: string; to: string; icon: Icon; exact?: boolean };
export type NavSection = { title: string | null; entries: NavEntry[] };

const page = (label: string, name: DashboardPage, icon: Icon): NavEntry => ({
  label,
  to: paths.dashboardPage(name),
  icon,
});

const always: NavSection[] = [
  {
    title: null,
    entries: [
      { label: t`OVERVIEW`, to: paths.dashboard(), icon: SquaresFourIcon, exact: true },
      page(t`COLLECTIONS`, "collections", FolderSimpleIcon),
      page(t`LIKES`, "likes", HeartIcon),
      page(t`FOLLOWERS`, "followers", UsersIcon),
      page(t`FOLLOWING`, "following", UserCheckIcon),
      page(t`PLAN & USAGE`, "billing", WalletIcon),
      page(t`PROFILE`, "profile", UserCircleIcon),
    ],
  },
  {
    title: t`STUDIO`,
    entries: [
      { label: t`CREATE/REMIX`, to: paths.studio(), icon: RemixGlyph },
      page(t`STYLE KITS`, "studio/style-kits", PaletteIcon),
    ],
  },
  {
    title: t`WORK`,
    entries: [
      page(t`THREADS`, "work/threads", GitBranchIcon),
      page(t`CAST LOG`, "work/cast-log", ClockCounterClockwiseIcon),
    ],
  },
];

/** An admin's entries, in the order and wording of docs/product.md 2.13. */
const admin: NavSection = {
  title: t`ADMIN`,
  entries: [
    page(t`BILLING OVERVIEW`, "admin/billing-overview", ChartLineUpIcon),
    page(t`UPLOAD`, "upload", UploadSimpleIcon),
    page(t`ASSET MANAGER`, "admin/asset-manager", ImagesIcon),
    page(t`PROMPTSMITHS`, "admin/promptsmiths", UsersThreeIcon),
    page(t`PROMPTS`, "admin/prompts", ChatTextIcon),
    page(t`GLOBAL COLLECTIONS`, "admin/collections", FoldersIcon),
    page(t`INSIGHTS`, "admin/insights", ChartBarIcon),
    page(t`SEARCH PULSE`, "admin/search-pulse", PulseIcon),
    page(t`WEBHOOK EVENTS`, "admin/webhook-events", WebhooksLogoIcon),
    page(t`USERS BILLING`, "admin/users-billing", CreditCardIcon),
  ],
};

/** The work that comes up day by day, and the running of the site. */
const site: NavSection = {
  title: t`SITE`,
  entries: [
    page(t`REVIEW`, "admin/review", EyeIcon),
    page(t`REPORTS`, "admin/reports", FlagIcon),
    page(t`APPEALS`, "admin/appeals", ScalesIcon),
    page(t`MESSAGES`, "admin/messages", EnvelopeSimpleIcon),
    page(t`GRANT CODES`, "admin/grant-codes", GiftIcon),
    page(t`AUDIT LOG`, "admin/audit", ListChecksIcon),
    page(t`ENGINES`, "admin/engines", SlidersHorizontalIcon),
    page(t`MODELS`, "admin/models", CubeIcon),
    page(t`OPERATIONS`, "admin/operations", HardDrivesIcon),
  ],
};

/** The dashboard's navigation, in the order and wording of docs/product.md 2.3. */
export function dashboardSections(role: "member" | "user" | "admin"): NavSection[] {
  return role === "admin" ? [...always, admin, site] : always;
}
