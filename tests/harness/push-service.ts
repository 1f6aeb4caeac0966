import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { buildConnector } from "undici";

export type ReceivedMessage = {
  endpoint: string;
  /** What the browser decrypts. */
  text: string;
  ttl: number;
  topic: string | undefined;
  /** Whom the service may write to about the sender. */
  subject: string;
};

type Browser = { keys: ECDH; auth: Buffer; senderKey: string };

/** What a browser gives the site. */
export type Subscription = { endpoint: string; p256dh: string; auth: string };

const origin = "https://push.example.org";
const day = 24 * 3600;

/** Decrypts a message as a browser does: aes128gcm of RFC 8188 with the keys of RFC 8291. */
function decrypt(body: Buffer, { keys, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const keyLength = body[20];
  if (keyLength !== 65) throw new Error(`the sender's key has ${keyLength} bytes`);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  // RFC 8291 4: one record, and services take at most 4,096 bytes.
  if (record.length > recordSize || body.length > 4096) throw new Error("the message is too long");
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), senderKey]);
  const input = hkdfSync("sha256", keys.computeSecret(senderKey), auth, info, 32);
  const derive = (label: string, length: number) => {
    const name = Buffer.from(`Content-Encoding: ${label}\0`);
    return Buffer.from(hkdfSync("sha256", Buffer.from(input), salt, name, length));
  };
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends with 2 and any number of zeros.
  const end = plain.findLastIndex((byte) => byte !== 0);
  if (plain[end] !== 2) throw new Error("the last record has no end");
  return plain.subarray(0, end).toString("utf8");
}

type Claims = { aud: string; exp: number; sub: string };

/** Checks who says to have sent it (RFC 8292). @returns the sender's contact */
function checkSender(header: string, wantedKey: string): string {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const { alg } = JSON.parse(Buffer.from(head, "base64url").toString()) as { alg: string };
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Claims;
  const now = Date.now() / 1000;
  if (!isSigned || alg !== "ES256") throw new Error("the signature is wrong");
  if (key !== wantedKey) throw new Error("the subscription belongs to another key");
  if (aud !== origin || exp < now || exp > now + day) throw new Error("the token is not for now");
  if (!/^(?:mailto:|https:)/.test(sub)) throw new Error("the token names no contact");
  return sub;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * A push service (RFC 8030) on loopback with browsers behind it: it refuses what is not encrypted for the browser or not
 * signed by the key that the browser subscribed with. Its connector leads there from any address.
 */
export async function pushService() {
  const browsers = new Map<string, Browser>();
  const statuses = new Map<string, number>();
  const messages: ReceivedMessage[] = [];
  const refused: string[] = [];
  const asked: string[] = [];

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = `${origin}${request.url ?? ""}`;
    const { headers, method } = request;
    const body = await bodyOf(request);
    asked.push(endpoint);
    const browser = browsers.get(endpoint);
    const status = statuses.get(endpoint) ?? (browser === undefined ? 404 : 201);
    if (status === 0) return;
    if (status !== 201 || browser === undefined) {
      response.writeHead(status, { location: `${origin}/elsewhere` }).end("no");
      return;
    }
    try {
      const ttl = Number(headers.ttl ?? Number.NaN);
      if (method !== "POST" || !Number.isInteger(ttl)) throw new Error("no TTL");
      if (headers["content-encoding"] !== "aes128gcm") throw new Error("not encrypted");
      const subject = checkSender(headers.authorization ?? "", browser.senderKey);
      const topic = headers.topic?.toString();
      if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) throw new Error("no valid topic");
      messages.push({ endpoint, text: decrypt(body, browser), ttl, topic, subject });
      response.writeHead(201, { location: `${origin}/message/${messages.length}` }).end();
    } catch (error) {
      refused.push(String(error));
      response.writeHead(403).end();
    }
  }

  const server = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      refused.push(String(error));
      response.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const connector: buildConnector.connector = (_target, callback) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => callback(null, socket));
    socket.once("error", (error) => callback(error, null));
  };

  return {
    connector,
    /** What browsers were given, in order. */
    messages,
    /** Why messages were refused. */
    refused,
    /** Every endpoint that was asked, whatever the answer. */
    asked,
    /** A new browser that takes messages of one sender, and what it tells the site. */
    browser(senderKey: string): Subscription {
      const keys = createECDH("prime256v1");
      keys.generateKeys();
      const auth = randomBytes(16);
      const endpoint = `${origin}/send/${randomBytes(12).toString("hex")}`;
      browsers.set(endpoint, { keys, auth, senderKey });
      return {
        endpoint,
        p256dh: keys.getPublicKey().toString("base64url"),
        auth: auth.toString("base64url"),
      };
    },
    /** Lets the service answer otherwise; 0 for never, 201 as usual. */
    answer: (endpoint: string, status: number) => statuses.set(endpoint, status),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export type PushService = Awaited<ReturnType<typeof pushService>>;
