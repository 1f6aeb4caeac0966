import { direction, language, t } from "#app/language/message.ts";
import type { AppError } from "#app/lib/errors.ts";
import { problemParts } from "#app/lib/problem.ts";
import { escapeMarkup } from "#app/rules/escape-markup.ts";
import type { Exchange } from "./exchange.ts";

const style = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{min-height:90vh;display:grid;place-content:center;text-align:center;padding:1rem}
h1{font-size:1.5rem;margin:0 0 .5rem}p{margin:0;opacity:.8}a{color:inherit}small{display:block;margin-top:2rem;opacity:.6}`;

type Words = { title: string; text: string };

/** The texts of the error page in the site's frame (shell/error-page.tsx). */
function wordsOf({ status, info }: AppError, siteName: string): Words {
  if (status === 404) {
    return {
      title: t`Page not found`,
      text: t`It may have moved, or the address was mistyped.`,
    };
  }
  if (status === 429) {
    return {
      title: t`That was a little fast`,
      text: t`Many requests came from here in a short time. ${info.detail ?? t`Try again in a minute`}.`,
    };
  }
  if (status === 507) {
    return { title: t`There is no space left`, text: t`Nothing new can be kept until there is.` };
  }
  return {
    title: t`${siteName} is not available right now`,
    text: t`We are back in a moment. Please try again.`,
  };
}

/** The statuses with a plain page; all other errors are problem documents. */
export function hasPlainPage({ status }: AppError): boolean {
  return [404, 429, 503, 507].includes(status);
}

/** A static error page, made without the database and without React. */
export function plainPage(
  siteName: string,
  refusal: AppError,
  exchange: Exchange,
  policy: string,
): Response {
  const { status } = refusal;
  const { headers } = problemParts(refusal, exchange.requestId);
  const { title, text } = wordsOf(refusal, siteName);
  const html = `<!doctype html>
<html lang="${language()}"${direction() ? ' dir="rtl"' : ""}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeMarkup(title)}</title><style nonce="${exchange.nonce}">${style}</style></head>
<body><main><h1>${escapeMarkup(title)}</h1>
<p>${escapeMarkup(text)}</p>${status === 404 ? `<p><a href="/">${escapeMarkup(t`Back to the wall`)}</a></p>` : ""}<small>${escapeMarkup(t`Request ${exchange.requestId}`)}</small></main></body></html>
`;
  return new Response(html, {
    status,
    headers: {
      ...headers,
      "content-security-policy": policy,
      "content-type": "text/html; charset=utf-8",
    },
  });
}
