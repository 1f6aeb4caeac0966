import { searchSlug } from "./rules/search-slug.ts";

/** Every address of the site's own pages, and those of the API that pages link to. */
type WallOptions = {
  feed?: "picks" | "pulse" | null;
  shape?: string | null;
  cursor?: string | null;
};

/** Pages of the dashboard below its first. Specification, section 2: Dashboard. */
export type DashboardPage =
  | "collections"
  | "likes"
  | "followers"
  | "following"
  | "billing"
  | "profile"
  | "studio/style-kits"
  | "work/threads"
  | "work/cast-log"
  | "upload"
  | `admin/${AdminPage}`;
type AdminPage =
  | "billing-overview"
  | "asset-manager"
  | "promptsmiths"
  | "prompts"
  | "collections"
  | "insights"
  | "messages"
  | "search-pulse"
  | "webhook-events"
  | "users-billing";

function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

export const paths = {
  home: (options: WallOptions = {}) => withQuery("/", options),
  /** x: the slug of a picture, or its filename or id. */
  picture: (x: string) => `/i/${encodeURIComponent(x)}`,
  /** name: of a file in content/pages, or "changelog". */
  page: (name: string) => `/pages/${encodeURIComponent(name)}`,
  blog: () => "/blog",
  post: (slug: string) => `/blog/${encodeURIComponent(slug)}`,
  feed: () => "/blog/rss.xml",
  login: (options: { next?: string | null; tab?: "login" | "signup" | null } = {}) =>
    withQuery("/login", options),
  /** Results for a trimmed query, or the page before a search; slugs: the setting SLUG_SEARCH. */
  search: (query: string | null, slugs: boolean) => {
    if (!slugs) return withQuery("/search", { q: query });
    const slug = searchSlug(query ?? "");
    return slug === "" ? "/s" : `/s/${encodeURIComponent(slug)}`;
  },
  /** Public collections, newest first. */
  fragments: () => "/collections",
  creators: (options: { sort?: "newest" | null } = {}) => withQuery("/creators", options),
  status: () => "/status",
  contact: () => "/contact",
  contactForm: (kind: "idea" | "bug" | "feature" | "commission") => `/contact/${kind}`,
  dashboard: () => "/dashboard",
  dashboardPage: (page: DashboardPage, query: Record<string, string | null | undefined> = {}) =>
    withQuery(`/dashboard/${page}`, query),
  /** prompt: words to begin with. */
  studio: (options: { source?: string | null; prompt?: string | null } = {}) =>
    withQuery("/dashboard/studio/remix", options),
  download: (options: { url: string; filename: string }) =>
    withQuery("/api/download/image", options),
  api: {
    pictures: (options: WallOptions = {}) => withQuery("/api/pictures", options),
    engines: () => "/api/engines",
    generate: () => "/api/generate",
    generations: (options: { cursor?: string | null } = {}) =>
      withQuery("/api/generations", options),
    generation: (id: string) => `/api/generations/${id}`,
    cancel: (id: string) => `/api/generations/${id}/cancel`,
    events: (options: { lastEventId?: string | null } = {}) =>
      withQuery("/api/notifications/stream", options),
    balance: () => "/api/billing/balance",
    signIn: () => "/api/auth/sign-in/email",
    signUp: () => "/api/auth/sign-up/email",
    signOut: () => "/api/auth/sign-out",
  },
} as const;
