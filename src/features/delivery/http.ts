import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Actor } from "../../lib/actor.ts";
import { clientIp, limitKey } from "../../lib/client-ip.ts";
import { AppError } from "../../lib/errors.ts";
import { problemParts, refusalOf } from "../../lib/problem.ts";
import { requestIdOf } from "../../lib/request-id.ts";
import { baseHeaders, pictureHeaders, type HeaderRecord } from "../../lib/security-headers.ts";
import { portraitKey } from "../../rules/portraits.ts";
import type { Services } from "../../services.ts";
import { actorOf } from "../identity/queries.ts";
import { formatFor } from "./http/accept.ts";
import { parseAddress, type Address } from "./http/address.ts";
import { makeAnswer, sendAnswer, type Answer } from "./http/answer.ts";
import { createLimit } from "./http/limits.ts";
import { createVariants } from "./http/variants.ts";
import { createVisibility, maySee, type KnownPicture } from "./http/visibility.ts";

/** Bytes of answers kept in memory. */
const memory = 128 * 1024 ** 2;
/** Larger ones are read from storage each time. */
const largestInMemory = 4 * 1024 ** 2;

/** Of the headers of every answer those that mean something for a picture: the rest only slows each answer down. */
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
export type Delivery = (req: IncomingMessage, res: ServerResponse) => boolean;

type Kept = { known: KnownPicture; answer: Answer };

function refuse(req: IncomingMessage, res: ServerResponse, services: Services, error: unknown) {
  const requestId = requestIdOf(req.headers["x-request-id"], services.env.TRUST_PROXY);
  const refusal = refusalOf(error);
  if (refusal.code === "internal") {
    services.log.error({ err: error, requestId }, "a picture was not delivered");
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
 * The image host: `/i/{w}x{h}/q{q}/{filename}`, `/{key}.jpg` (specification, section 7) and the portraits of profiles,
 * `/people/{uuid}.webp`, which are everybody's. A picture that is in memory
 * and everybody's is answered at once, without a promise; all else in turn: visibility, disk, storage, making.
 */
export function createDelivery(services: Services): Delivery {
  const { env } = services;
  const security = securityHeaders(env.SERVER_URL.startsWith("https:"));
  const visibility = createVisibility(services);
  const variants = createVariants(services);
  const countResize = createLimit("resize", env.RATE_LIMIT_FACTOR);
  const kept = new LRUCache<string, Kept>({
    maxSize: memory,
    maxEntrySize: largestInMemory,
    sizeCalculation: ({ answer }) => answer.body.length + 2_048,
  });

  const clientKey = (req: IncomingMessage): string => {
    const forwarded = req.headers["x-forwarded-for"];
    const list = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
    return limitKey(clientIp(req.socket.remoteAddress, list, env.TRUST_PROXY));
  };

  const actor = (req: IncomingMessage) => async (): Promise<Actor> =>
    actorOf(services, new Headers({ cookie: req.headers.cookie ?? "" }));

  async function answerFor(
    req: IncomingMessage,
    known: KnownPicture,
    address: Extract<Address, { kind: "original" | "variant" }>,
  ): Promise<Answer> {
    const { isOpen, file } = known;
    if (address.kind === "original") {
      const body = await variants.original(file);
      return makeAnswer(body, {
        format: "jpg",
        isOpen,
        varies: false,
        takesRanges: true,
        security,
      });
    }
    const { width, height, quality } = address;
    const format = address.format ?? formatFor(req.headers.accept);
    const request = { width, height, quality, format };
    const body = await variants.get(file, request, () => countResize(clientKey(req)));
    const varies = address.format === null;
    return makeAnswer(body, { format, isOpen, varies, takesRanges: false, security });
  }

  async function deliver(
    req: IncomingMessage,
    res: ServerResponse,
    key: string,
    address: Address,
  ): Promise<void> {
    if (address.kind === "nothing") throw new AppError("not-found");
    if (address.kind === "portrait") {
      const stored = await services.storage.get(portraitKey(address.id));
      if (stored === null) throw new AppError("not-found");
      const shape = { format: "webp", isOpen: true, varies: false, takesRanges: false } as const;
      if (!res.destroyed) sendAnswer(req, res, makeAnswer(stored.bytes, { ...shape, security }));
      return;
    }
    if (address.kind === "refused") {
      const message = `Must be one of ${address.allowed.join(", ")}`;
      const errors = [{ path: address.path, code: "not-made", message }];
      throw new AppError("invalid-request", { detail: `${address.path}: ${message}`, errors });
    }
    const known = await visibility.find(address.name);
    if (known === null || !(await maySee(known, actor(req)))) throw new AppError("not-found");
    const before = kept.get(key);
    const isSame =
      before?.known.file.sha256 === known.file.sha256 && before.known.isOpen === known.isOpen;
    const answer = before && isSame ? before.answer : await answerFor(req, known, address);
    if (known.isOpen) kept.set(key, { known, answer });
    else kept.delete(key);
    if (!res.destroyed) sendAnswer(req, res, answer);
  }

  return (req, res) => {
    const target = req.url ?? "";
    const query = target.indexOf("?");
    const path = query === -1 ? target : target.slice(0, query);
    const isVariant = path.startsWith("/i/");
    if (!isVariant && !path.endsWith(".jpg") && !path.startsWith("/people/")) return false;
    const isPlain = path.lastIndexOf(".") < path.lastIndexOf("/");
    const key = isPlain ? `${path} ${formatFor(req.headers.accept)}` : path;
    const isRead = req.method === "GET" || req.method === "HEAD";
    const hit = kept.get(key);
    if (hit !== undefined && isRead && hit.known.trustedUntil > performance.now()) {
      sendAnswer(req, res, hit.answer);
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
  };
}
