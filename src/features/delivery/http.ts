import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { t } from "#app/language/message.ts";
import type { Actor } from "#app/lib/actor.ts";
import { clientIp, limitKey } from "#app/lib/client-ip.ts";
import { AppError } from "#app/lib/errors.ts";
import { createKeyedGate } from "#app/lib/keyed-gate.ts";
import { problemParts, refusalOf } from "#app/lib/problem.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { requestIdOf } from "#app/lib/request-id.ts";
import { baseHeaders, pictureHeaders, type HeaderRecord } from "#app/lib/security-headers.ts";
import { formatOfKey, variantFilename } from "#app/rules/picture-files.ts";
import { portraitKey } from "#app/rules/portraits.ts";
import type { Services } from "#app/services.ts";
import { actorOf } from "#app/features/identity/queries.ts";
import { formatFor } from "./http/accept.ts";
import {
  mayBeOriginal,
  parseAddress,
  requestedOf,
  type Address,
  type PictureAddress,
} from "./http/address.ts";
import {
  isSentAtOnce,
  makeHead,
  sendBytes,
  sendContent,
  sendUnchanged,
  wholeAnswer,
  type Content,
  type ResponseHead,
  type WholeAnswer,
} from "./http/response.ts";
import { largestInMemory, storedContent } from "./http/contents.ts";
import type { Variants } from "./http/variants.ts";
import { createVisibility, maySee, type KnownPicture } from "./http/visibility.ts";

/** Bytes of responses cached in memory. */
const memory = 128 * 1024 ** 2;
/**
 * How long others may cache a file (decision 041): a picture's address stays the same when it is made private or deleted, so
 * caches ask again after five minutes; a portrait's address is new with every portrait.
 */
const kept5Minutes = "public, max-age=300, must-revalidate";
const keptForever = "public, max-age=31536000, immutable";
const keptByNobody = "private, no-store";
/** Files sent to one client at once. A browser asks for six, a proxy of many people for more. */
const sendingAtOnce = 100;

/** The security headers that matter for a picture: the others would only slow down each response. */
const meaningful = [
  "content-security-policy",
  "cross-origin-resource-policy",
  "strict-transport-security",
  "x-content-type-options",
];

function securityHeaders(https: boolean): HeaderRecord {
  const all = Object.entries(pictureHeaders(https));
  return Object.fromEntries(all.filter(([name]) => meaningful.includes(name)));
}

/** Handles a request of the image host; false when the path is not one of its own. */
export type Delivery = {
  (req: IncomingMessage, res: ServerResponse): boolean;
  /** The whole answer to a plain GET of a file that is in memory and everybody's, head included; else null. */
  instant: (path: string) => Buffer | null;
};

type Kept = { known: KnownPicture; head: ResponseHead; bytes: Buffer; whole?: WholeAnswer };

type Prepared = { head: ResponseHead; content: () => Promise<Content> };

function refuse(req: IncomingMessage, res: ServerResponse, services: Services, error: unknown) {
  const requestId = requestIdOf(req.headers["x-request-id"], services.env.TRUST_PROXY);
  const refusal = refusalOf(error);
  if (refusal.code === "internal") {
    services.log.error({ err: error, requestId }, "picture delivery failed");
  }
  if (res.headersSent || res.destroyed) return;
  const { status, headers, document } = problemParts(refusal, requestId);
  const body = Buffer.from(JSON.stringify(document));
  res.writeHead(status, {
    ...baseHeaders(services.env.SERVER_URL.startsWith("https:")),
    ...headers,
    ...(status === 405 && { allow: "GET, HEAD" }),
    "x-request-id": requestId,
    "content-length": body.length,
  });
  res.end(req.method === "HEAD" ? undefined : body);
}

/**
 * The image host: `/i/{w}x{h}/q{q}/{filename}`, `/{key}.jpg` (docs/product.md 7.4) and the portraits of profiles,
 * `/people/{uuid}.webp`, which are everybody's. A picture that is in memory
 * and everybody's is answered at once, without a promise; all else in turn: visibility, disk, storage, making.
 * @param variants the one of this process
 */
export function createDelivery(
  services: Services,
  { limits, variants }: { limits: Limits; variants: Variants },
): Delivery {
  const { env } = services;
  const security = securityHeaders(env.SERVER_URL.startsWith("https:"));
  const visibility = createVisibility(services);
  const sendingAtMost = Math.max(1, Math.round(sendingAtOnce * env.RATE_LIMIT_FACTOR));
  const sending = createKeyedGate({
    wide: sendingAtMost,
    queue: 0,
    waitMs: 0,
    detail: () => t`At most ${sendingAtMost} files are sent to one address at a time`,
    code: "rate-limited",
    retryAfterSeconds: 5,
  });
  const kept = new LRUCache<string, Kept>({
    maxSize: memory,
    maxEntrySize: largestInMemory + 2_048,
    sizeCalculation: ({ bytes }) => bytes.length * (isSentAtOnce(bytes) ? 2 : 1) + 2_048,
  });

  const clientKey = (req: IncomingMessage): string => {
    const forwarded = req.headers["x-forwarded-for"];
    const list = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
    return limitKey(clientIp(req.socket.remoteAddress, list, env.TRUST_PROXY));
  };

  const actor = (req: IncomingMessage) => async (): Promise<Actor> =>
    actorOf(services, new Headers({ cookie: req.headers.cookie ?? "" }));

  /** The headers of a picture's file, from its row alone, and how to open the file. */
  function prepare(
    req: IncomingMessage,
    { isOpen, file }: KnownPicture,
    address: PictureAddress,
  ): Prepared {
    const cacheControl = isOpen ? kept5Minutes : keptByNobody;
    if (address.kind === "original" && address.format === formatOfKey(file.storageKey)) {
      const shape = { format: address.format, varies: false, takesRanges: true } as const;
      const identity = file.sha256;
      return {
        head: makeHead({ ...shape, identity, cacheControl, security }),
        content: () => variants.original(file),
      };
    }
    const request = requestedOf(address, req.headers.accept);
    const varies = address.format === null;
    const { format } = request;
    const shape = { format, varies, takesRanges: false };
    const identity = variantFilename(file.sha256, request);
    return {
      head: makeHead({ ...shape, identity, cacheControl, security }),
      content: () => variants.get(file, request, () => limits.take("resize", clientKey(req))),
    };
  }

  /** A file in memory is sent at once; others are limited per client. */
  function send(
    req: IncomingMessage,
    res: ServerResponse,
    head: ResponseHead,
    content: Content,
  ): Promise<void> {
    const sent = () => sendContent(req, res, head, content);
    return content.bytes === null ? sending.run(clientKey(req), sent) : sent();
  }

  async function deliverPortrait(req: IncomingMessage, res: ServerResponse, id: string) {
    const content = await storedContent(services.storage, portraitKey(id));
    if (content === null) throw new AppError("not-found");
    const shape = { format: "webp", varies: false, takesRanges: false } as const;
    const head = makeHead({ ...shape, identity: id, cacheControl: keptForever, security });
    if (!sendUnchanged(req, res, head)) await send(req, res, head, content);
  }

  /** @throws AppError rate-limited for a client that asked for many unknown names */
  async function find(req: IncomingMessage, name: string): Promise<KnownPicture | null> {
    const remembered = visibility.remembered(name);
    if (remembered !== undefined) return remembered;
    const client = clientKey(req);
    await limits.check("picture-misses", client);
    const found = await visibility.find(name);
    if (found === null) await limits.take("picture-misses", client);
    return found;
  }

  async function deliver(
    req: IncomingMessage,
    res: ServerResponse,
    key: string,
    address: Address,
  ): Promise<void> {
    if (address.kind === "nothing") throw new AppError("not-found");
    if (address.kind === "portrait") return deliverPortrait(req, res, address.id);
    if (address.kind === "refused") {
      const message = t`Must be one of ${address.allowed.join(", ")}`;
      const errors = [{ path: address.path, code: "not-made", message }];
      throw new AppError("invalid-request", { detail: `${address.path}: ${message}`, errors });
    }
    const known = await find(req, address.name);
    if (known === null || !(await maySee(known, actor(req)))) throw new AppError("not-found");
    const { head, content } = prepare(req, known, address);
    if (sendUnchanged(req, res, head)) return;
    const before = kept.get(key);
    if (before?.head.etag === head.etag && known.isOpen) {
      kept.set(key, { ...before, known, head });
      sendBytes(req, res, head, before.bytes);
      return;
    }
    const found = await content();
    if (!known.isOpen) kept.delete(key);
    else if (found.bytes !== null) kept.set(key, { known, head, bytes: found.bytes });
    if (!res.destroyed) await send(req, res, head, found);
  }

  function handle(req: IncomingMessage, res: ServerResponse): boolean {
    const target = req.url ?? "";
    const query = target.indexOf("?");
    const path = query === -1 ? target : target.slice(0, query);
    const isVariant = path.startsWith("/i/");
    if (!isVariant && !mayBeOriginal(path) && !path.startsWith("/people/")) return false;
    const isPlain = path.lastIndexOf(".") < path.lastIndexOf("/");
    const key = isPlain ? `${path} ${formatFor(req.headers.accept)}` : path;
    const isRead = req.method === "GET" || req.method === "HEAD";
    const hit = kept.get(key);
    if (hit !== undefined && isRead && hit.known.trustedUntil > performance.now()) {
      if (!sendUnchanged(req, res, hit.head)) sendBytes(req, res, hit.head, hit.bytes);
      return true;
    }
    const address = parseAddress(path);
    if (address === null) return false;
    if (!isRead) {
      req.resume();
      refuse(req, res, services, new AppError("method-not-allowed"));
      return true;
    }
    deliver(req, res, key, address).catch((error: unknown) => refuse(req, res, services, error));
    return true;
  }

  function instant(path: string): Buffer | null {
    const hit = kept.get(path);
    if (hit === undefined || hit.known.trustedUntil <= performance.now()) return null;
    if (!isSentAtOnce(hit.bytes)) return null;
    hit.whole = wholeAnswer(hit.head, hit.bytes, hit.whole);
    return hit.whole.bytes;
  }

  return Object.assign(handle, { instant });
}
