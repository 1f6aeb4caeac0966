import { searchSlug } from "./rules/search-slug.ts";

/** Every address of the site's own pages, and those of the API that pages link to. */
type WallOptions = {
  feed?: "picks" | "pulse" | null;
  shape?: string | null;
  cursor?: string | null;
};

/** Pages of the dashboard below its first. See docs/product.md 2.3. */
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
  | "audit"
  | "billing-overview"
  | "asset-manager"
  | "promptsmiths"
  | "prompts"
  | "prompts/rules"
  | "collections"
  | "insights"
  | "messages"
  | "reports"
  | "search-pulse"
  | "webhook-events"
  | "users-billing";

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
};

function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

export const paths = {
  home: (options: WallOptions = {}) => withQuery("/", options),
  /** The wall with the sign-in dialog over it. */
  homeSignIn: () => "/?tab=login",
  /** x: the slug of a picture, or its filename or id. */
  picture: (x: string) => `/i/${encodeURIComponent(x)}`,
  /** name: of a file in content/pages, or "changelog". */
  page: (name: string) => `/pages/${encodeURIComponent(name)}`,
  robots: () => "/robots.txt",
  sitemap: () => "/sitemap.xml",
  /** part: "site", creators-YYYY-MM, collections-YYYY-MM, or the day of its pictures as YYYY-MM-DD. */
  sitemapPart: (part: string) => `/sitemaps/${part}.xml`,
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
      tab?: "login" | "signup" | "reset" | null;
      /** What the page says at once: that Google refused, or anything else. */
      failed?: "google" | null;
      reason?: string | null;
      error?: "auth_error" | null;
    } = {},
  ) => withQuery("/login", options),
  /** Where the link of a reset mail leads. */
  resetPassword: () => "/reset-password",
  /** Where signing in elsewhere and confirming an address end. */
  authCallback: (options: { next?: string | null; from?: "google" | "signup" | null } = {}) =>
    withQuery("/auth/callback", options),
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
  /** Pictures near a colour. @param hex `#rrggbb` */
  searchColor: (hex: string, slugs: boolean) =>
    withQuery(slugs ? "/s" : "/search", { color: hex.replace("#", "").toLowerCase() }),
  /** Public collections, newest first. */
  fragments: (options: { cursor?: string | null } = {}) => withQuery("/collections", options),
  creators: (options: { sort?: "newest" | null; q?: string | null; cursor?: string | null } = {}) =>
    withQuery("/creators", options),
  /** A creator's public page. */
  creator: (
    username: string,
    options: { tab?: "collections" | null; cursor?: string | null } = {},
  ) => withQuery(`/@${encodeURIComponent(username)}`, options),
  collection: (username: string, id: string, options: { cursor?: string | null } = {}) =>
    withQuery(`/@${encodeURIComponent(username)}/collections/${id}`, options),
  status: () => "/status",
  contact: () => "/contact",
  contactForm: (kind: "idea" | "bug" | "feature" | "commission") => `/contact/${kind}`,
  dashboard: () => "/dashboard",
  dashboardPage: (page: DashboardPage, query: Record<string, string | null | undefined> = {}) =>
    withQuery(`/dashboard/${page}`, query),
  /** source, upload: what to begin from; prompt: words, kit: a style kit, reuse: a cast to begin with. */
  studio: (
    options: {
      source?: string | null;
      upload?: string | null;
      prompt?: string | null;
      kit?: string | null;
      reuse?: string | null;
    } = {},
  ) => withQuery("/dashboard/studio/remix", options),
  castLog: (options: CastFilters = {}) => withQuery("/dashboard/work/cast-log", options),
  /** root: the thread that is shown; at: the picture in it. */
  threads: (options: { root?: string | null; at?: string | null; view?: "list" | null } = {}) =>
    withQuery("/dashboard/work/threads", options),
  /** What a signed-in member has to do with a picture and its creator. */
  pictureStanding: (x: string) => `/i/${encodeURIComponent(x)}/standing`,
  download: (options: { url: string; filename: string }) =>
    withQuery("/api/download/image", options),
  api: {
    pictures: (options: WallOptions & { limit?: string | null } = {}) =>
      withQuery("/api/pictures", options),
    /** A page of a search, by the query of GET /api/pictures. */
    search: (query: Record<string, string | null | undefined>) => withQuery("/api/pictures", query),
    /** x: as of `picture`; include: what is unapproved, for those who may see it. */
    picture: (x: string, options: { include?: "unapproved" | null } = {}) =>
      withQuery(`/api/picture/${encodeURIComponent(x)}`, options),
    pictureView: (id: string) => `/api/picture/${id}/view`,
    lineage: (id: string) => `/api/picture/${id}/lineage`,
    similar: (id: string, options: { limit?: string | null } = {}) =>
      withQuery(`/api/picture/${id}/similar`, options),
    reports: (id: string) => `/api/picture/${id}/reports`,
    engines: () => "/api/engines",
    generate: () => "/api/generate",
    enhance: () => "/api/prompt/enhance",
    upscale: () => "/api/generations/upscale",
    generations: (options: CastFilters & { cursor?: string | null } = {}) =>
      withQuery("/api/generations", options),
    generationsBulk: () => "/api/generations/bulk",
    generationsArchive: (ids: readonly string[]) =>
      withQuery("/api/generations/archive", { ids: ids.join(",") }),
    uploads: () => "/api/uploads",
    uploadPicture: (id: string) => `/api/uploads/${id}/picture`,
    styleKits: () => "/api/style-kits",
    styleKit: (id: string) => `/api/style-kits/${id}`,
    generation: (id: string) => `/api/generations/${id}`,
    cancel: (id: string) => `/api/generations/${id}/cancel`,
    events: (options: { lastEventId?: string | null } = {}) =>
      withQuery("/api/notifications/stream", options),
    /** id: the one to clear. */
    notifications: (options: { id?: string | null } = {}) =>
      withQuery("/api/notifications", options),
    notificationsRead: () => "/api/notifications/read",
    balance: () => "/api/billing/balance",
    contact: () => "/api/contact",
    /** For admins alone. */
    admin: (rest: string) => `/api/admin/${rest}`,
    like: (pictureId: string) => `/api/picture/${pictureId}/like`,
    likes: (pictureIds: readonly string[]) =>
      withQuery("/api/likes", { among: pictureIds.join(",") }),
    likesPage: (cursor: string | null) => withQuery("/api/likes", { cursor }),
    follows: (of: "followers" | "following", cursor: string) =>
      withQuery("/api/follows", { of, cursor }),
    creators: (options: { sort?: string | null; q?: string | null; cursor: string }) =>
      withQuery("/api/creators", options),
    creatorPictures: (username: string, cursor: string | null) =>
      withQuery(`/api/users/${encodeURIComponent(username)}/pictures`, { cursor }),
    publicCollections: (options: { username?: string | null; cursor: string }) =>
      withQuery("/api/collections/public", options),
    follow: (username: string) => `/api/users/${encodeURIComponent(username)}/follow`,
    /** picture: the answer says of each collection whether the picture is in it. */
    collections: (options: { picture?: string | null } = {}) =>
      withQuery("/api/collections", options),
    collection: (
      id: string,
      options: { username?: string | null; cursor?: string | null; limit?: string | null } = {},
    ) => withQuery(`/api/collections/${id}`, options),
    collectionRestore: (id: string) => `/api/collections/${id}/restore`,
    collectionOrder: (id: string) => `/api/collections/${id}/order`,
    collectionItems: (id: string) => `/api/collections/${id}/items`,
    collectionItem: (id: string, pictureId: string) => `/api/collections/${id}/items/${pictureId}`,
    signIn: () => "/api/auth/sign-in/email",
    signUp: () => "/api/auth/sign-up/email",
    signOut: () => "/api/auth/sign-out",
    /** By OpenID Connect; the answer says where to go. */
    signInGoogle: () => "/api/auth/sign-in/oauth2",
    /** Where the link of a confirmation mail leads. */
    verifyEmail: () => "/api/auth/verify-email",
    sendVerification: () => "/api/auth/send-verification-email",
    /** The member's own sessions. */
    sessions: () => "/api/sessions",
    ownSession: (id: string) => `/api/sessions/${id}`,
    session: () => "/api/auth/get-session",
    profile: () => "/api/profile",
    portrait: (kind: "avatar" | "cover") => `/api/profile/${kind}`,
    requestReset: () => "/api/auth/request-password-reset",
    resetPassword: () => "/api/auth/reset-password",
    changePassword: () => "/api/auth/change-password",
  },
} as const;
