import { randomUUID } from "node:crypto";
import { startServer, type ServerOptions } from "#app/roles/server.ts";
import type { Services } from "#app/services.ts";
import { untilTaken } from "./patience.ts";
import { testServices } from "./services.ts";

export type SignedUp = {
  userId: string;
  email: string;
  password: string;
  name: string;
  /** The value for the header Cookie. */
  cookie: string;
  /** fetch with the member's cookie; addresses may be relative. */
  fetch(address: string, init?: RequestInit): Promise<Response>;
};

export type TestServer = {
  url: string;
  port: number;
  services: Services;
  /** fetch without a cookie; addresses may be relative. */
  fetch(address: string, init?: RequestInit): Promise<Response>;
  /** POST of a JSON body, without a cookie. */
  post(address: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** A new member by the real sign-up. */
  signUp(name?: string): Promise<SignedUp>;
  close(): Promise<void>;
};

/** The cookie of a response, for later requests. */
export function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

/** A password that is not in the list of common ones. */
export const goodPassword = "lantern-orchid-47";

/**
 * The real server on a free port. Services that are given stay open; its own are closed with it.
 * Without pages unless given the built ones.
 */
export async function testServer(
  given?: Services,
  options: Partial<Pick<ServerOptions, "roles" | "pages" | "guestPagesMs">> = {},
): Promise<TestServer> {
  const own = given ? null : await testServices();
  const services = given ?? (own as Services);
  const server = await startServer(services, {
    roles: options.roles ?? ["web", "images", "worker"],
    port: 0,
    host: "127.0.0.1",
    pages: options.pages ?? null,
    // Tests write to the database beside the program, which announces it to nobody.
    guestPagesMs: options.guestPagesMs ?? 0,
  });
  const url = `http://127.0.0.1:${server.port}`;
  const call = (address: string, init?: RequestInit) => fetch(new URL(address, url), init);
  const post = (address: string, body: unknown, headers: Record<string, string> = {}) =>
    call(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  return {
    url,
    port: server.port,
    services,
    fetch: call,
    post,
    async signUp(name = "Ada Lovelace") {
      const email = `${randomUUID()}@example.org`;
      const typed = { name, email, password: goodPassword };
      const answer = await untilTaken(() => post("/api/auth/sign-up/email", typed));
      if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`);
      const { user } = (await answer.json()) as { user: { id: string } };
      const cookie = cookieOf(answer);
      return {
        userId: user.id,
        email,
        password: goodPassword,
        name,
        cookie,
        fetch: (address, init = {}) => {
          const headers = new Headers(init.headers);
          headers.set("cookie", cookie);
          return call(address, { ...init, headers });
        },
      };
    },
    async close() {
      await server.close();
      await own?.close();
    },
  };
}
