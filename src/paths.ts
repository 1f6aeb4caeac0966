import { searchSlug } from "./rules/search-slug.ts";

/** What the sign-in page says of a form that was sent without script. */
export type LoginNotice = "verify" | "reset" | "password";

/** Orders of the creators' page; "following" is the pictures of those whom the member follows. */
type CreatorSort = "newest" | "following";

type WallOptions = {
  feed?: "picks" | "pulse" | null;
  shape?: string | null;
  cursor?: string | null;
};

/** A page of pictures, or of those that a search among them found. */
type WithinOptions = { q?: string | null; exact?: string | null; cursor?: string | null };

/** Pages of the dashboard below its first. See docs/product.md 2.3. */
export type DashboardPage =
  | "collections"
  | "likes"
  | "followers"
  | "following"
  | "billing"
  | "profile"
  | "studio/queue"
  | "studio/style-kits"
  | "work/threads"
  | "work/cast-log"
  | "upload"
  | `admin/${AdminPage}`
  | `admin/members/${string}`;
type AdminPage =
  | "appeals"
  | "audit"
  | "billing-overview"
  | "asset-manager"
  | "promptsmiths"
  | "prompts"
  | "prompts/rules"
  | "collections"
  | "engines"
  | "grant-codes"
  | "insights"
  | "messages"
  | "models"
  | "operations"
  | "reports"
  | "review"
  | "search-pulse"
  | "search-pulse/rules"
  | "webhook-events"
  | "payment-sandbox"
  | "users-billing";

/** Lists that can be downloaded as CSV. */
export type AdminCsv =
  | "audit"
  | "collections"
  | "payment-differences"
  | "payments"
  | "search-pulse"
  | "search-rules"
  | "top-images"
  | "users"
  | "users-billing"
  | "visit-sources"
  | "visits"
  | "webhook-events";

/** What the cast log shows. */
type CastFilters = {
  kind?: string | null;
  state?: string | null;
  engine?: string | null;
  /** Days as YYYY-MM-DD, both included. */
  from?: string | null;
  to?: string | null;
  /** Id of a style kit. */
  kit?: string | null;
  q?: string | null;
  /** Id of one cast. */
  id?: string | null;
};

function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** Addresses that only the server names, in mails and for robots. Browsers do not load them. */
export const serverPaths = {
  /** The wall with the sign-in dialog over it. */
  homeSignIn: (options: { error?: "auth_error" | null } = {}) =>
    withQuery("/", { tab: "login", ...options }),
  robots: () => "/robots.txt",
  sitemap: () => "/sitemap.xml",
  /** part: "site", creators-YYYY-MM, collections-YYYY-MM, or the day of its pictures as YYYY-MM-DD. */
  sitemapPart: (part: string) => `/sitemaps/${part}.xml`,
  /** Where the link of a reset mail leads. */
  resetPassword: () => "/reset-password",
  /** Where the link of a confirmation mail leads: a page with a button. */
  confirmAddress: (options: { token: string; next?: string | null }) =>
    withQuery("/auth/confirm", options),
} as const;

/** Every other address of the site's own pages, and those of the API that pages link to. */
export const paths = {
  home: (options: WallOptions = {}) => withQuery("/", options),
  /** x: the slug of a picture, or its filename or id. */
  picture: (x: string) => `/i/${encodeURIComponent(x)}`,
  /** The collections that a picture can be put into, for those without script. x: as of `picture`. */
  collect: (x: string) => `/i/${encodeURIComponent(x)}/collect`,
  /** name: of a file in content/pages. */
  page: (name: string) => `/pages/${encodeURIComponent(name)}`,
  /** Feeds for readers: of the home page, of a creator, of a search. */
  homeRss: (options: { feed?: "picks" | "pulse" | null } = {}) => withQuery("/rss.xml", options),
  creatorRss: (username: string) => `/@${encodeURIComponent(username)}/rss.xml`,
  searchRss: (query: string) => `/s/${encodeURIComponent(searchSlug(query))}/rss.xml`,
  oembed: (url: string, format?: "xml") => withQuery("/api/oembed", { url, format }),
  blog: () => "/blog",
  post: (slug: string) => `/blog/${encodeURIComponent(slug)}`,
  feed: () => "/blog/rss.xml",
  login: (
    options: {
      next?: string | null;
      tab?: "login" | "signup" | "reset" | "second-step" | null;
      /** What the page says at once: that Google refused, or anything else. */
      failed?: "google" | null;
      reason?: string | null;
      error?: "auth_error" | null;
      /** What went well before, for those without script. */
      notice?: LoginNotice | null;
      /** The token of the one-time link that makes the first admin. */
      setup?: string | null;
    } = {},
  ) => withQuery("/login", options),
  /** Where signing in elsewhere and confirming an address end. */
  authCallback: (
    options: {
      next?: string | null;
      from?: "google" | "signup" | null;
      /** The browser was signed in to another account, and still is. */
      session?: "kept" | null;
    } = {},
  ) => withQuery("/auth/callback", options),
  /** Results for a trimmed query, or the page before a search; slugs: the setting SLUG_SEARCH. */
  search: (
    query: string | null,
    slugs: boolean,
    filters: Record<string, string | null | undefined> = {},
  ) => {
    if (!slugs) return withQuery("/search", { q: query, ...filters });
    const slug = searchSlug(query ?? "");
    return withQuery(slug === "" ? "/s" : `/s/${encodeURIComponent(slug)}`, filters);
  },
  /** Pictures near a colour, or like a palette. @param colors `#rrggbb`, several with commas between */
  searchColor: (colors: string, slugs: boolean) =>
    withQuery(slugs ? "/s" : "/search", { color: colors.replaceAll("#", "") }),
  /** Public collections, newest first, or those that admins picked. */
  fragments: (options: { feed?: "picks" | null; cursor?: string | null } = {}) =>
    withQuery("/collections", options),
  creators: (
    options: { sort?: CreatorSort | null; q?: string | null; cursor?: string | null } = {},
  ) => withQuery("/creators", options),
  /** A creator's public page. */
  creator: (username: string, options: WithinOptions & { tab?: "collections" | null } = {}) =>
    withQuery(`/@${encodeURIComponent(username)}`, options),
  collection: (username: string, id: string, options: WithinOptions = {}) =>
    withQuery(`/@${encodeURIComponent(username)}/collections/${id}`, options),
  /** A grid of pictures. */
  grid: (id: string) => `/grid/${id}`,
  status: () => "/status",
  verify: () => "/verify",
  /** Where a member reads a decision of the admins and answers it, without a session. */
  appeal: (key: string) => `/appeal/${key}`,
  /** sent: says that a message was kept, for those without script. */
  /** about: what the message begins with. */
  contact: (options: { sent?: "yes" | null; about?: "credits" | null } = {}) =>
    withQuery("/contact", options),
  contactForm: (
    kind: "idea" | "bug" | "feature" | "commission",
    options: { sent?: "yes" | null } = {},
  ) => withQuery(`/contact/${kind}`, options),
  dashboard: () => "/dashboard",
  dashboardPage: (page: DashboardPage, query: Record<string, string | null | undefined> = {}) =>
    withQuery(`/dashboard/${page}`, query),
  /** want: id of the model whose licence is shown, to be accepted. */
  models: (options: { want?: string | null } = {}) => withQuery("/dashboard/admin/models", options),
  /**
   * source, upload: what to begin from; prompt: words, kit: a style kit, reuse: a cast, grid: a grid to begin with, reference: a picture to
   * refer to; engine, model: what draws.
   */
  studio: (
    options: {
      source?: string | null;
      upload?: string | null;
      prompt?: string | null;
      kit?: string | null;
      reuse?: string | null;
      reference?: string | null;
      grid?: string | null;
      engine?: string | null;
      model?: string | null;
    } = {},
  ) => withQuery("/dashboard/studio/remix", options),
  /**
   * Changes a part of a picture. source, upload: which; cast: whose results are shown; reuse: an edit to begin with,
   * which is of the same source; like: a picture of one's own that was made of the source, with whose mask to begin.
   */
  edit: (
    options: {
      source?: string | null;
      upload?: string | null;
      cast?: string | null;
      reuse?: string | null;
      like?: string | null;
    } = {},
  ) => withQuery("/dashboard/studio/edit", options),
  castLog: (options: CastFilters = {}) => withQuery("/dashboard/work/cast-log", options),
  /** root: the thread that is shown; at: the picture in it. */
  threads: (options: { root?: string | null; at?: string | null; view?: "list" | null } = {}) =>
    withQuery("/dashboard/work/threads", options),
  download: (options: { url: string; filename: string }) =>
    withQuery("/api/download/image", options),
  /** What is not called by the typed client of ui/api-client.ts: links, streams, uploads with progress, mails. */
  api: {
    picture: (id: string) => `/api/picture/${id}`,
    mask: (id: string) => `/api/masks/${id}`,
    uploadPicture: (id: string) => `/api/uploads/${id}/picture`,
    generationsArchive: (ids: readonly string[]) =>
      withQuery("/api/generations/archive", { ids: ids.join(",") }),
    events: (options: { lastEventId?: string | null } = {}) =>
      withQuery("/api/notifications/stream", options),
    /** Events of the models on this machine, for admins. */
    modelEvents: () => "/api/admin/models/stream",
    /** A list of the admin area as CSV, with the filters of its page. */
    adminCsv: (list: AdminCsv, query: Record<string, string | null | undefined> = {}) =>
      withQuery(`/api/admin/${list}.csv`, query),
    /** Where the button of a confirmation link sends its form. */
    verifyEmail: () => "/api/auth/verify-email",
    sendVerification: () => "/api/auth/send-verification-email",
  },
} as const;
