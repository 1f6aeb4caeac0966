/**
 * Every page by its pattern: who may see it, and an example URL. A test fails for a page without a row. "file" is a
 * response other than HTML.
 */
export type PageRow = { who: "everybody" | "members" | "admins" | "file"; at: string };

const row = (who: PageRow["who"], at: string): PageRow => ({ who, at });

export const pageRows: Readonly<Record<string, PageRow>> = {
  "/": row("everybody", "/"),
  "/i/:address": row("everybody", "/i/:picture"),
  "/i/:address/collect": row("members", "/i/:picture/collect"),
  "/pages/:name": row("everybody", "/pages/about"),
  "/blog": row("everybody", "/blog"),
  "/blog/:slug": row("everybody", "/blog/what-sketch-can-and-cannot-draw"),
  "/blog/rss.xml": row("file", "/blog/rss.xml"),
  "/search": row("everybody", "/search?q=lake"),
  "/s/:slug?": row("everybody", "/s/lake"),
  "/collections": row("everybody", "/collections"),
  "/creators": row("everybody", "/creators"),
  "/grid/:id": row("everybody", "/grid/:grid"),
  "/:handle": row("everybody", "/@:member"),
  "/:handle/collections/:id": row("everybody", "/@:member/collections/:collection"),
  "/:handle/rss.xml": row("file", "/@:member/rss.xml"),
  "/s/:slug/rss.xml": row("file", "/s/lake/rss.xml"),
  "/rss.xml": row("file", "/rss.xml"),
  "/robots.txt": row("file", "/robots.txt"),
  "/sitemap.xml": row("file", "/sitemap.xml"),
  "/sitemaps/:part": row("file", "/sitemaps/site.xml"),
  "/contact/:kind?": row("everybody", "/contact/bug"),
  "/status": row("everybody", "/status"),
  "/verify": row("everybody", "/verify"),
  "/appeal/:key": row("everybody", "/appeal/:decision"),
  "/reset-password": row("everybody", "/reset-password"),
  "/auth/callback": row("everybody", "/auth/callback"),
  "/auth/confirm": row("everybody", "/auth/confirm?token=x"),

  "/dashboard": row("members", "/dashboard"),
  "/dashboard/billing": row("members", "/dashboard/billing?need_credits=true"),
  "/dashboard/studio/remix": row("members", "/dashboard/studio/remix?prompt=fog"),
  "/dashboard/studio/edit": row("members", "/dashboard/studio/edit?source=:picture"),
  "/dashboard/studio/queue": row("members", "/dashboard/studio/queue"),
  "/dashboard/studio/style-kits": row("members", "/dashboard/studio/style-kits"),
  "/dashboard/work/threads": row("members", "/dashboard/work/threads"),
  "/dashboard/work/cast-log": row("members", "/dashboard/work/cast-log"),
  "/dashboard/collections": row("members", "/dashboard/collections"),
  "/dashboard/likes": row("members", "/dashboard/likes"),
  "/dashboard/followers": row("members", "/dashboard/followers"),
  "/dashboard/following": row("members", "/dashboard/following"),
  "/dashboard/profile": row("members", "/dashboard/profile"),

  "/dashboard/upload": row("admins", "/dashboard/upload"),
  "/dashboard/admin/appeals": row("admins", "/dashboard/admin/appeals?state=declined"),
  "/dashboard/admin/asset-manager": row("admins", "/dashboard/admin/asset-manager?state=waiting"),
  "/dashboard/admin/audit": row("admins", "/dashboard/admin/audit?kind=report"),
  "/dashboard/admin/billing-overview": row("admins", "/dashboard/admin/billing-overview"),
  "/dashboard/admin/collections": row("admins", "/dashboard/admin/collections?visibility=public"),
  "/dashboard/admin/engines": row("admins", "/dashboard/admin/engines"),
  "/dashboard/admin/models": row("admins", "/dashboard/admin/models"),
  "/dashboard/admin/grant-codes": row("admins", "/dashboard/admin/grant-codes?state=open"),
  "/dashboard/admin/insights": row("admins", "/dashboard/admin/insights"),
  "/dashboard/admin/members/:username": row("admins", "/dashboard/admin/members/:member"),
  "/dashboard/admin/messages": row("admins", "/dashboard/admin/messages"),
  "/dashboard/admin/operations": row("admins", "/dashboard/admin/operations"),
  "/dashboard/admin/payment-sandbox": row("admins", "/dashboard/admin/payment-sandbox"),
  "/dashboard/admin/prompts": row("admins", "/dashboard/admin/prompts"),
  "/dashboard/admin/prompts/rules": row("admins", "/dashboard/admin/prompts/rules"),
  "/dashboard/admin/promptsmiths": row("admins", "/dashboard/admin/promptsmiths?q=a"),
  "/dashboard/admin/reports": row("admins", "/dashboard/admin/reports?state=upheld"),
  "/dashboard/admin/review": row("admins", "/dashboard/admin/review"),
  "/dashboard/admin/search-pulse": row("admins", "/dashboard/admin/search-pulse?list=nothing"),
  "/dashboard/admin/search-pulse/rules": row("admins", "/dashboard/admin/search-pulse/rules"),
  "/dashboard/admin/webhook-events": row("admins", "/dashboard/admin/webhook-events?state=failed"),
  "/dashboard/admin/users-billing": row("admins", "/dashboard/admin/users-billing"),
};

/**
 * Pages with tests of their own, the one that redirects signed-in visitors and those of trial payments; and the pages of
 * unknown URLs.
 */
export const elsewhere = new Set([
  "/login",
  "/sandbox/checkout/:id",
  "/sandbox/portal/:id",
  "/*",
  "/dashboard/*",
]);
