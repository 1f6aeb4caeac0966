/** A key pair by which push services know who sends (VAPID, RFC 8292), base64url. */
export type PushKeys = {
  /** Given to browsers: a subscription takes messages of this key alone. */
  publicKey: string;
  privateKey: string;
};

/** A browser that can be reached: what it gave when its member allowed notifications (RFC 8030, RFC 8291). */
export type PushTarget = {
  /** Address at the browser vendor's push service. Untrusted: the member's browser named it. */
  endpoint: string;
  /** Keys of the browser, base64url. */
  p256dh: string;
  auth: string;
};

export type PushMessage = {
  /** What the browser gets; only it can decrypt it. At most 3,000 bytes. */
  text: string;
  /** Seconds that the service waits for a browser that is not running. */
  ttlSeconds: number;
  /** A later message with the same topic replaces one that still waits: at most 32 characters of base64url. */
  topic: string;
};

/** Messages to browsers that may not have the site open (Web Push). */
export type Push = {
  newKeys(): Promise<PushKeys>;
  /**
   * Sends one message. "gone": the subscription has ended and will take no more.
   * @throws PushRefused when trying again is of no use; Error for all that may pass
   */
  send(keys: PushKeys, to: PushTarget, message: PushMessage): Promise<"sent" | "gone">;
  close(): Promise<void>;
};

/** The push service will not take this message, now or later. */
export class PushRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "PushRefused";
  }
}
