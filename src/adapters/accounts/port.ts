/** Passwords and sessions: what the program expects of whatever keeps accounts. */
export type Accounts = {
  /**
   * Answers the addresses under /api/auth. The header `x-client-ip` names the client and must be set by the server itself.
   * @throws AppError unavailable when too many passwords wait to be hashed
   */
  handler(request: Request): Promise<Response>;
  /**
   * The token of the session that a genuine cookie names, or null. Whether that session still lives is for the
   * table `sessions` to say, each time.
   */
  sessionToken(headers: Headers): string | null;
  /**
   * The stored form of a password, for accounts made without the sign-up page.
   * @throws AppError unavailable when too many passwords wait to be hashed
   */
  hashPassword(password: string): Promise<string>;
};
