import type { buildConnector } from "undici";
import type webPush from "web-push";
import type { Env } from "#app/env.ts";
import { notPublic, publicConnector } from "#app/lib/address-guard.ts";
import { openLazily } from "#app/lib/lazy.ts";
import {
  PushRefused,
  type Push,
  type PushKeys,
  type PushMessage,
  type PushTarget,
} from "./port.ts";

/** Milliseconds to connect, and for the whole exchange: a push service answers in well under one second. */
const connectMs = 4_000;
const usualMs = 8_000;
/** Bytes of an answer that are read: nothing in it is needed. */
const mostAnswered = 10_000;

/** How a push service can reach the operator (RFC 8292 2.1). */
function contactOf({ CONTACT_EMAIL, MAIL_FROM, SERVER_URL }: Env): string {
  if (SERVER_URL.startsWith("https:")) return SERVER_URL;
  return `mailto:${CONTACT_EMAIL ?? MAIL_FROM ?? "operator@localhost"}`;
}

/** The encrypted and signed request. @throws PushRefused for keys that cannot be used */
function requestOf(
  library: typeof webPush,
  keys: PushKeys,
  { endpoint, p256dh, auth }: PushTarget,
  { text, ttlSeconds, topic }: PushMessage,
  subject: string,
) {
  try {
    return library.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
      vapidDetails: { subject, ...keys },
      TTL: ttlSeconds,
      topic,
      contentEncoding: "aes128gcm",
    });
  } catch (error) {
    throw new PushRefused("the message cannot be encrypted for this browser", error);
  }
}

function isNotPublic(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ("code" in at && at.code === notPublic) return true;
  }
  return false;
}

type PushOptions = {
  /** Tests lead it to a service of their own. */
  connect?: buildConnector.connector;
  /** Milliseconds for a whole exchange. */
  wholeMs?: number;
};

/**
 * Web Push by the services of the browsers' vendors. Their addresses come from browsers: only public ones are connected to,
 * and no redirect is followed.
 */
export function openPush(env: Env, options: PushOptions = {}): Push {
  const { connect = publicConnector(connectMs), wholeMs = usualMs } = options;
  const subject = contactOf(env);
  // Loaded by the first browser that wants notifications.
  const library = openLazily(async () => (await import("web-push")).default);
  const connections = openLazily(async () => {
    const { Agent, request } = await import("undici");
    return { request, dispatcher: new Agent({ connect, keepAliveTimeout: 10_000 }) };
  });
  return {
    newKeys: async () => (await library.get()).generateVAPIDKeys(),
    async send(keys, to, message) {
      const details = requestOf(await library.get(), keys, to, message, subject);
      const { method, headers, body } = details;
      const { request, dispatcher } = await connections.get();
      const signal = AbortSignal.timeout(wholeMs);
      const answer = await request(to.endpoint, {
        method,
        headers: headers as Record<string, string>,
        body,
        signal,
        dispatcher,
      }).catch((error: unknown) => {
        if (isNotPublic(error)) throw new PushRefused("the address is not public", error);
        throw error;
      });
      await answer.body.dump({ limit: mostAnswered, signal });
      const { statusCode } = answer;
      if (statusCode >= 200 && statusCode < 300) return "sent";
      if (statusCode === 404 || statusCode === 410) return "gone";
      const said = `the push service answered ${statusCode}`;
      if (statusCode === 429 || statusCode >= 500) throw new Error(said);
      throw new PushRefused(said);
    },
    close: () => connections.close(({ dispatcher }) => dispatcher.destroy()),
  };
}
