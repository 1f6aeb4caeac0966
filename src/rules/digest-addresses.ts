/** Addresses in the mails of digests. Not in paths.ts, which every page loads: only the server and one page build these. */

/** The page with a button that ends the digests. */
export const unsubscribePage = (key: string) =>
  `/auth/confirm?unsubscribe=${encodeURIComponent(key)}`;

/** The same page afterwards. */
export const unsubscribedPage = "/auth/confirm?unsubscribed=yes";

/** Ends the digests by one POST (RFC 8058). */
export const unsubscribeAddress = (key: string) =>
  `/api/notifications/unsubscribe?key=${encodeURIComponent(key)}`;
