/** Lifetime of links in mails, in seconds. */
export const mailTimes = { verify: 24 * 3600, reset: 3600 } as const;

export type Addressee = { name: string; email: string; emailVerified?: boolean };

/** The mails about accounts; each resolves once the mail is queued. */
export type AccountMails = {
  /**
   * Asks to confirm the address by a link.
   * @param url the same as Better Auth would write it; it names where to go on to
   */
  verify(user: Addressee, token: string, url: string): Promise<void>;
  /** Tells somebody who has an account that a sign-up was tried with their address. */
  taken(user: Addressee): Promise<void>;
  /** A link that sets a new password, once. */
  reset(user: Addressee, token: string): Promise<void>;
  /** Tells that the password was changed. */
  changed(user: Addressee): Promise<void>;
};

/** Codes of authenticator apps, and hashes of recovery codes. */
export type AuthenticatorApps = {
  /**
   * A new secret: as text to type in, as an address for a QR code, and encrypted for the database.
   * @param account the e-mail address that the app shows
   */
  create(account: string): Promise<{ text: string; uri: string; sealed: string }>;
  /**
   * The time step of a code that is valid at this time, or null.
   * @throws Error when the secret was encrypted with another key
   */
  stepOf(sealed: string, code: string, atMs: number): Promise<number | null>;
  /** Whether a secret was encrypted with the present key. */
  canRead(sealed: string): Promise<boolean>;
  /** The stored form of a member's recovery code. */
  hashCode(userId: string, code: string): string;
};

/** Texts that are encrypted for the database. */
export type Sealing = {
  seal(text: string): Promise<string>;
  /** @throws Error when the text was encrypted with another key */
  unseal(sealed: string): Promise<string>;
  /** Whether a text was encrypted with the present key. */
  canRead(sealed: string): Promise<boolean>;
};

/** Passwords and sessions: what the program expects of an accounts library. */
export type Accounts = {
  /**
   * Answers the addresses under /api/auth. The header `x-client-ip` names the client and must be set by the server itself.
   * @param onRefused is told the id of a member who proved who they are, but whose account is off
   * @throws AppError unavailable when too many passwords wait to be hashed
   */
  handler(request: Request, onRefused?: (userId: string) => void): Promise<Response>;
  /**
   * Hashes a password before the work in which an account with it is made: the library would hash it within a
   * transaction, which then waits for a thread.
   * @throws AppError unavailable when too many passwords wait to be hashed
   */
  hashedAhead<T>(password: string, work: () => Promise<T>): Promise<T>;
  /** The id of a browser that signed in to the account before, or null for any other. */
  knownBrowser(headers: Headers, email: string): string | null;
  /** The header Set-Cookie that makes a browser known for the account. */
  knownCookie(headers: Headers, email: string): string;
  /**
   * The session token of a cookie with a valid signature, or null. Whether that session still exists is decided by the
   * table `sessions`, each time.
   */
  sessionToken(headers: Headers): string | null;
  /**
   * The stored form of a password, for accounts made without the sign-up page.
   * @throws AppError unavailable when too many passwords wait to be hashed
   */
  hashPassword(password: string): Promise<string>;
  /**
   * Whether a password belongs to a stored form.
   * @throws AppError unavailable when too many passwords wait to be hashed
   */
  verifyPassword(given: { hash: string; password: string }): Promise<boolean>;
  /**
   * Opens a session for a member who has proved who they are without a password.
   * @param headers of the request, with `x-client-ip` as for `handler`
   * @returns its token and the Set-Cookie headers; null for a member who is banned or gone
   */
  openSession(
    headers: Headers,
    userId: string,
  ): Promise<{ token: string; cookies: string[] } | null>;
  apps: AuthenticatorApps;
  /** For the keys of engines that admins set up. */
  engineKeys: Sealing;
  /** What services of other people may know a member by: the same for each of their requests, and no way back. */
  strangerId(userId: string): string;
  close(): Promise<void>;
};
