import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

/**
 * Every page address of the product. Addresses of the API are in the slices' http.ts; those of earlier versions are
 * answered before the pages (src/roles/moved.ts).
 */
export default [
  layout("shell/site-layout.tsx", [
    layout("shell/page-errors.tsx", { id: "site-pages" }, [
      index("pages/home.tsx"),
      route("i/:address", "pages/picture.tsx"),
      route("i/:address/collect", "pages/collect.tsx"),
      route("search", "pages/search.tsx"),
      route("s/:slug?", "pages/search.tsx", { id: "search-by-slug" }),
      route("pages/:name", "pages/text-page.tsx"),
      route("blog", "pages/blog.tsx"),
      route("blog/:slug", "pages/blog-post.tsx"),
      route("contact/:kind?", "pages/contact.tsx"),
      route("status", "pages/status.tsx"),
      route("verify", "pages/verify.tsx"),
      route("appeal/:key", "pages/appeal.tsx"),
      // 404 while payments are real.
      route("sandbox/checkout/:id", "pages/sandbox/checkout.tsx"),
      route("sandbox/portal/:id", "pages/sandbox/portal.tsx"),
      route("login", "pages/login.tsx"),
      route("reset-password", "pages/reset-password.tsx"),
      route("auth/callback", "pages/auth/callback.tsx"),
      route("auth/confirm", "pages/auth/confirm.tsx"),
      route("grid/:id", "pages/grid.tsx"),
      route("collections", "pages/collections.tsx"),
      route("creators", "pages/creators.tsx"),
      // Both answer only to a word that begins with @; a dynamic segment is always a whole one.
      route(":handle", "pages/creator.tsx"),
      route(":handle/collections/:id", "pages/collection.tsx"),
      route("*", "shell/not-found.tsx"),
    ]),
  ]),
  ...(process.env.NODE_ENV === "development"
    ? [route("development/components", "pages/development/components.tsx")]
    : []),
  route("robots.txt", "pages/feeds/robots.ts"),
  route("sitemap.xml", "pages/feeds/sitemap.ts"),
  route("sitemaps/:part", "pages/feeds/sitemap-part.ts"),
  route("rss.xml", "pages/feeds/rss.ts"),
  route("s/:slug/rss.xml", "pages/feeds/search-rss.ts"),
  route(":handle/rss.xml", "pages/feeds/creator-rss.ts"),
  route("blog/rss.xml", "pages/feeds/blog-rss.ts"),
  layout("shell/dashboard-layout.tsx", [
    layout("shell/page-errors.tsx", { id: "dashboard-pages" }, [
      route("dashboard", "pages/dashboard/overview.tsx"),
      route("dashboard/collections", "pages/dashboard/collections.tsx"),
      // Within the frame of the dashboard (docs/product.md 2.3).
      route("dashboard/*", "shell/not-found.tsx", { id: "dashboard-not-found" }),
      route("dashboard/likes", "pages/dashboard/likes.tsx"),
      route("dashboard/followers", "pages/dashboard/follows.tsx"),
      route("dashboard/following", "pages/dashboard/follows.tsx", { id: "following" }),
      route("dashboard/billing", "pages/dashboard/billing.tsx"),
      route("dashboard/profile", "pages/dashboard/profile.tsx"),
      route("dashboard/studio/remix", "pages/dashboard/studio/remix.tsx"),
      route("dashboard/studio/edit", "pages/dashboard/studio/edit.tsx"),
      route("dashboard/studio/queue", "pages/dashboard/studio/queue.tsx"),
      route("dashboard/studio/style-kits", "pages/dashboard/studio/style-kits.tsx"),
      route("dashboard/work/threads", "pages/dashboard/work/threads.tsx"),
      route("dashboard/work/cast-log", "pages/dashboard/work/cast-log.tsx"),
      layout("shell/admin-layout.tsx", [
        route("dashboard/admin/appeals", "pages/dashboard/admin/appeals.tsx"),
        route("dashboard/admin/asset-manager", "pages/dashboard/admin/asset-manager.tsx"),
        route("dashboard/admin/audit", "pages/dashboard/admin/audit.tsx"),
        route("dashboard/admin/billing-overview", "pages/dashboard/admin/billing-overview.tsx"),
        route("dashboard/admin/collections", "pages/dashboard/admin/collections.tsx"),
        route("dashboard/admin/engines", "pages/dashboard/admin/engines.tsx"),
        route("dashboard/admin/grant-codes", "pages/dashboard/admin/grant-codes.tsx"),
        route("dashboard/admin/insights", "pages/dashboard/admin/insights.tsx"),
        route("dashboard/admin/members/:username", "pages/dashboard/admin/member.tsx"),
        route("dashboard/admin/messages", "pages/dashboard/admin/messages.tsx"),
        route("dashboard/admin/models", "pages/dashboard/admin/models.tsx"),
        route("dashboard/admin/operations", "pages/dashboard/admin/operations.tsx"),
        route("dashboard/admin/payment-sandbox", "pages/dashboard/admin/payment-sandbox.tsx"),
        route("dashboard/admin/prompts", "pages/dashboard/admin/prompts.tsx"),
        route("dashboard/admin/prompts/rules", "pages/dashboard/admin/prompts/rules.tsx"),
        route("dashboard/admin/promptsmiths", "pages/dashboard/admin/promptsmiths.tsx"),
        route("dashboard/admin/reports", "pages/dashboard/admin/reports.tsx"),
        route("dashboard/admin/review", "pages/dashboard/admin/review.tsx"),
        route("dashboard/admin/search-pulse", "pages/dashboard/admin/search-pulse.tsx"),
        route("dashboard/admin/search-pulse/rules", "pages/dashboard/admin/search-pulse/rules.tsx"),
        route("dashboard/admin/users-billing", "pages/dashboard/admin/users-billing.tsx"),
        route("dashboard/admin/webhook-events", "pages/dashboard/admin/webhook-events.tsx"),
        route("dashboard/upload", "pages/dashboard/upload.tsx"),
      ]),
    ]),
  ]),
] satisfies RouteConfig;
