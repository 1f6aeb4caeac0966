/** What is kept in local storage for one member, by their id. See docs/product.md 3.2. */
export const notificationsKey = (memberId: string) => `notifications-${memberId}`;
export const draftKey = (memberId: string) => `draft:${memberId}`;
/** Edits that are being made, by their sources. */
export const editsKey = (memberId: string) => `edits:${memberId}`;

/** The latest searches of this browser, whoever made them. */
export const searchesKey = "recentSearches";

/** The keys of members, whoever they are. */
export const memberKey = /^(notifications|draft|edits)\b/;

/**
 * The browser's cache with the latest pictures of the member who uses the installed app. Signing out removes it, and so
 * does every other end of the session that the site notices.
 */
export const ownPicturesCache = "own-pictures";
