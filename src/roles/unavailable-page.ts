import type { Exchange } from "./exchange.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

const style = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{min-height:90vh;display:grid;place-content:center;text-align:center;padding:1rem}
h1{font-size:1.5rem;margin:0 0 .5rem}p{margin:0;opacity:.8}small{display:block;margin-top:2rem;opacity:.6}`;

/** The page shown while the database cannot be reached: 503, needs nothing, comes again by itself. */
export function unavailablePage(
  name: string,
  exchange: Exchange,
  headers: Record<string, string>,
): Response {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(name)} is not available right now</title><style nonce="${exchange.nonce}">${style}</style></head>
<body><main><h1>${escape(name)} is not available right now</h1>
<p>We are back in a moment. Please try again.</p><small>Request ${escape(exchange.requestId)}</small></main></body></html>
`;
  return new Response(html, {
    status: 503,
    headers: {
      ...headers,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": "5",
    },
  });
}
