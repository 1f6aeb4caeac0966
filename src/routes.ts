import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

/**
 * Every page address of the product. Addresses of the API are in the slices' http.ts; those of earlier versions are
 * answered before the pages (src/roles/moved.ts).
 */
export default [
  layout("shell/site-layout.tsx", [
    layout("shell/page-errors.tsx", { id: "site-pages" }, [
      index("features/pictures/pages/home.tsx"),
      route("i/:address", "features/pictures/pages/picture.tsx"),
      route("search", "features/search/pages/search.tsx"),
      route("s/:slug?", "features/search/pages/search.tsx", { id: "search-by-slug" }),
      route("pages/:name", "features/content/pages/text-page.tsx"),
      route("blog", "features/content/pages/blog.tsx"),
      route("blog/:slug", "features/content/pages/post.tsx"),
      route("contact/:kind?", "features/content/pages/contact.tsx"),
      route("status", "features/admin/pages/status.tsx"),
      route("login", "features/identity/pages/login.tsx"),
      route("reset-password", "features/identity/pages/reset-password.tsx"),
      route("auth/callback", "features/identity/pages/auth-callback.tsx"),
      route("collections", "features/collections/pages/fragments.tsx"),
      route("creators", "features/social/pages/creators.tsx"),
      // Both answer only to a word that begins with @; a dynamic segment is always a whole one.
      route(":handle", "features/social/pages/creator.tsx"),
      route(":handle/collections/:id", "features/collections/pages/collection.tsx"),
      route("*", "shell/not-found.tsx"),
    ]),
  ]),
  route("i/:address/standing", "features/pictures/pages/standing.ts"),
  route("robots.txt", "features/pictures/pages/robots.ts"),
  route("sitemap.xml", "features/pictures/pages/sitemap.ts"),
  route("sitemaps/:part", "features/pictures/pages/sitemap-part.ts"),
  route("rss.xml", "features/pictures/pages/feed-rss.ts"),
  route("s/:slug/rss.xml", "features/search/pages/search-rss.ts"),
  route(":handle/rss.xml", "features/social/pages/creator-rss.ts"),
  route("blog/rss.xml", "features/content/pages/feed.ts"),
  layout("shell/dashboard-layout.tsx", [
    layout("shell/page-errors.tsx", { id: "dashboard-pages" }, [
      route("dashboard", "features/social/pages/overview.tsx"),
      route("dashboard/collections", "features/collections/pages/own.tsx"),
      route("dashboard/likes", "features/social/pages/likes.tsx"),
      route("dashboard/followers", "features/social/pages/follows.tsx"),
      route("dashboard/following", "features/social/pages/follows.tsx", { id: "following" }),
      route("dashboard/billing", "features/billing/pages/billing.tsx"),
      route("dashboard/profile", "features/identity/pages/profile.tsx"),
      route("dashboard/studio/remix", "features/generation/pages/studio.tsx"),
      route("dashboard/studio/style-kits", "features/generation/pages/style-kits.tsx"),
      route("dashboard/work/threads", "features/generation/pages/threads.tsx"),
      route("dashboard/work/cast-log", "features/generation/pages/cast-log.tsx"),
      layout("shell/admin-layout.tsx", [
        route("dashboard/admin/asset-manager", "features/admin/pages/asset-manager.tsx"),
        route("dashboard/admin/audit", "features/admin/pages/audit.tsx"),
        route("dashboard/admin/billing-overview", "features/admin/pages/billing-overview.tsx"),
        route("dashboard/admin/insights", "features/admin/pages/insights.tsx"),
        route("dashboard/admin/messages", "features/content/pages/messages.tsx"),
        route("dashboard/admin/prompts", "features/admin/pages/prompts.tsx"),
        route("dashboard/admin/prompts/rules", "features/admin/pages/prompt-rules.tsx"),
        route("dashboard/admin/promptsmiths", "features/admin/pages/promptsmiths.tsx"),
        route("dashboard/admin/reports", "features/admin/pages/reports.tsx"),
        route("dashboard/admin/search-pulse", "features/admin/pages/search-pulse.tsx"),
        route("dashboard/admin/users-billing", "features/admin/pages/users-billing.tsx"),
        route("dashboard/upload", "features/admin/pages/upload.tsx"),
      ]),
    ]),
  ]),
] satisfies RouteConfig;
