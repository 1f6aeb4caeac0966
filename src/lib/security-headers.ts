/** The headers of every response. */

export type HeaderRecord = Record<string, string>;

/** For API responses, static files and pictures: nothing in them may run or load. */
export const filePolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

/**
 * Headers of every response. Pages then replace the strict policy with their own.
 * @param https whether the site is served over https, which alone makes HSTS meaningful
 */
export function baseHeaders(https: boolean): HeaderRecord {
  return {
    "content-security-policy": filePolicy,
    ...(https && { "strict-transport-security": "max-age=63072000; includeSubDomains" }),
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "x-xss-protection": "0",
  };
}

/** Pictures may be embedded by other sites; all else is as for other files. */
export function pictureHeaders(https: boolean): HeaderRecord {
  return { ...baseHeaders(https), "cross-origin-resource-policy": "cross-origin" };
}

/** Sonner puts its style element into the page before it fills it. */
const emptyStyleHash = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
/** The style sheet that Sonner writes into the page by script. A test compares it with the installed version. */
export const toastStyleHash = "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='";

export type PagePolicy = {
  /** New for each response. */
  nonce: string;
  /** Origin of the pictures when it is not the site's own, else undefined. */
  pictures: string | undefined;
  /** Origin of the one frame in the page, if there is any. */
  frame?: string | undefined;
  /** True lets Vite write styles into the page and open its socket. */
  development?: boolean;
};

/** The policy of one page. */
export function pagePolicy({ nonce, pictures, frame, development = false }: PagePolicy): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    development
      ? "style-src 'self' 'unsafe-inline'"
      : `style-src 'self' 'nonce-${nonce}' ${emptyStyleHash} ${toastStyleHash}`,
    // Attributes only: the server renders tile positions and picture colours; style elements need the nonce.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' ${pictures === undefined ? "" : `${pictures} `}data: blob:`,
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    ...(frame === undefined ? [] : [`frame-src ${frame}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "report-uri /api/csp-report",
  ].join("; ");
}
