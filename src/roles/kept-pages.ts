/**
 * Guests' pages in memory (docs/decisions/450-pages-of-guests-are-kept.md): rendered and compressed once, answered for a second at most, and
 * only while nothing is known to have changed. What differs from reader to reader, the nonce and the id of the request, is filled in anew.
 */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Live } from "#app/db/live.ts";
import { acceptedLanguage } from "#app/language/negotiate.ts";
import { accepts } from "#app/lib/content-coding.ts";
import { filled, filledGzip, gapped, type GappedText } from "#app/lib/gzip-parts.ts";
import type { LimitName } from "#app/lib/rate-limit.ts";
import type { Exchange } from "./exchange.ts";

/** Milliseconds after the start of its rendering within which a page may be answered. */
const usualLifeMs = 1_000;
const memory = 32 * 1024 ** 2;
const longestPage = 1024 ** 2;
/** Longer addresses are seldom asked for twice. */
const longestAddress = 300;

/** What a page shows to guests changes with these alone. */
const keptRoutes = new Set([
  "/",
  "/i/:address",
  "/search",
  "/s/:slug?",
  "/:handle",
  "/:handle/collections/:id",
  "/collections",
  "/creators",
  "/pages/:name",
  "/blog",
  "/blog/:slug",
]);
/** Announced by the database when a picture, or an account with all that it shows, is changed or hidden. */
const channels = ["picture_changed", "account_off"];

const vary = "cookie, accept-language, accept-encoding";

type Gap = "nonce" | "requestId";
type KeptPage = {
  route: string;
  headers: [name: string, value: string][];
  text: GappedText;
  gaps: readonly Gap[];
  etag: string;
  /** What each reader takes of their limits beside the page itself. */
  limits: readonly LimitName[];
  counts: readonly (() => void)[];
};

/** A page that is being rendered for a guest. */
export type Rendering = {
  /** Keeps the page of the exchange if it may be kept. @param answer with all headers but those of this reader */
  keep(answer: Response): void;
};

export type KeptPages = {
  /** By what an answer is known; null for a request whose answer is never kept. */
  keyOf(req: IncomingMessage, exchange: Exchange): string | null;
  /** The page from memory, if need be when the rendering for somebody else is done; null if it has to be rendered. */
  find(key: string): Promise<KeptPage | null>;
  /** Answers with a page from memory. @param policy the content security policy for the exchange */
  send(
    page: KeptPage,
    req: IncomingMessage,
    res: ServerResponse,
    exchange: Exchange,
    policy: string,
  ): void;
  /** Others who ask for the page wait until `res` is closed. */
  begin(key: string, res: ServerResponse, exchange: Exchange): Rendering;
  /** Something has changed. */
  forget(): void;
  /** What the pages take of memory. */
  bytes(): number;
};

/** An id that a proxy gave may be a word of the page. */
const isUuid = (id: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);

/** Headers that are this reader's own, or that are made anew for each. */
const ownHeaders = new Set(["content-security-policy", "x-request-id"]);

function mayBeKept(answer: Response, route: string): boolean {
  const type = answer.headers.get("content-type") ?? "";
  return (
    answer.status === 200 &&
    keptRoutes.has(route) &&
    type.startsWith("text/html") &&
    !answer.headers.has("set-cookie")
  );
}

/** Cuts a page where it holds what is this reader's own. */
function cut(html: string, exchange: Exchange): { parts: string[]; gaps: Gap[] } {
  const parts: string[] = [];
  const gaps: Gap[] = [];
  let from = 0;
  for (;;) {
    const [next] = (["nonce", "requestId"] as const)
      .map((gap) => ({ gap, at: html.indexOf(exchange[gap], from) }))
      .filter(({ at }) => at !== -1)
      .toSorted((a, b) => a.at - b.at);
    if (next === undefined) break;
    parts.push(html.slice(from, next.at));
    gaps.push(next.gap);
    from = next.at + exchange[next.gap].length;
  }
  return { parts: [...parts, html.slice(from)], gaps };
}

/** @param lifeMs how long a page may be answered, to override production's; 0 keeps none */
export function createKeptPages(
  live: Pick<Live, "on" | "onReconnect">,
  lifeMs = usualLifeMs,
): KeptPages {
  const pages = new LRUCache<string, KeptPage>({
    maxSize: memory,
    // A page that nobody asks for again would stay until others need its room.
    ttlAutopurge: true,
    // Compressed, the text is a quarter of that at most.
    sizeCalculation: ({ text }) =>
      text.parts.reduce((sum, { length }) => sum + length + Math.ceil(length / 4), 1_000),
  });
  const rendering = new Map<string, Promise<void>>();
  /** Counts changes: a page that began before one is not kept. */
  let changes = 0;
  const forget = () => {
    changes += 1;
    pages.clear();
  };
  for (const channel of channels) live.on(channel, forget);
  live.onReconnect(forget);

  function store(key: string, answer: Response, html: string, exchange: Exchange, start: number) {
    const { parts, gaps } = cut(html, exchange);
    const etag = createHash("sha256").update(parts.join("\0")).digest("base64url").slice(0, 22);
    const headers = [...answer.headers].filter(([name]) => !ownHeaders.has(name));
    const text = gapped(parts.map((part) => Buffer.from(part)));
    const page: KeptPage = {
      route: exchange.route,
      headers,
      text,
      gaps,
      etag: `W/"${etag}"`,
      limits: exchange.limitsTaken,
      counts: exchange.counts,
    };
    pages.set(key, page, { ttl: lifeMs, start });
  }

  return {
    forget,
    bytes: () => pages.calculatedSize,
    keyOf({ method, url = "", headers }, { requestId }) {
      if (lifeMs === 0 || method !== "GET" || url.length > longestAddress || !isUuid(requestId))
        return null;
      if (headers.cookie !== undefined || headers.authorization !== undefined) return null;
      return `${acceptedLanguage(headers["accept-language"])} ${url}`;
    },
    async find(key) {
      const page = pages.get(key);
      if (page !== undefined) return page;
      await rendering.get(key);
      return pages.get(key) ?? null;
    },
    begin(key, res, exchange) {
      const start = performance.now();
      const before = changes;
      const done = Promise.withResolvers<void>();
      if (!rendering.has(key)) {
        rendering.set(key, done.promise);
        void done.promise.then(() => rendering.delete(key));
      }
      res.once("close", () => done.resolve());
      return {
        keep(answer) {
          const { html } = exchange;
          const isWhole = html !== null && html.length <= longestPage && changes === before;
          if (isWhole && mayBeKept(answer, exchange.route))
            store(key, answer, html, exchange, start);
          done.resolve();
        },
      };
    },
    send(page, req, res, exchange, policy) {
      const { route, headers, text, gaps, etag, counts } = page;
      exchange.route = route;
      for (const count of counts) count();
      const head = { ...Object.fromEntries(headers), etag, vary };
      if (req.headers["if-none-match"] === etag) {
        // The browser's copy has a nonce of its own, and keeps the policy that came with it.
        res.removeHeader("content-security-policy");
        res.writeHead(304, head).end();
        return;
      }
      const fill = gaps.map((gap) => Buffer.from(exchange[gap]));
      const isZipped = accepts(req.headers["accept-encoding"]?.toString(), "gzip");
      const body = isZipped ? filledGzip(text, fill) : filled(text, fill);
      res.writeHead(200, {
        ...head,
        "content-security-policy": policy,
        ...(isZipped && { "content-encoding": "gzip" }),
        "content-length": body.length,
      });
      res.end(body);
    },
  };
}
