import {
  Events,
  OAuth2Server,
  type MutableRedirectUri,
  type MutableToken,
} from "oauth2-mock-server";

export type Person = {
  sub: string;
  email: string;
  email_verified: boolean;
  name?: string;
  picture?: string;
};

export type Provider = {
  /** The settings that make the program use it as Google. */
  settings: Record<string, string>;
  /** The person who consents from now on; null refuses. */
  person: Person | null;
  /** Changes the identity token before it is signed. */
  alter: ((claims: Record<string, unknown>) => void) | null;
  /** The issuer, for tests that call it directly. */
  url: string;
  close(): Promise<void>;
};

/** A real provider of OpenID Connect on loopback: discovery, keys, PKCE, nonce and signed tokens. */
export async function googleProvider(): Promise<Provider> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate("RS256");
  await server.start(0, "127.0.0.1");
  const clientId = "echoform-test-client";
  const provider: Provider = {
    settings: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: "a-secret-of-tests",
      GOOGLE_DISCOVERY_URL: `${server.issuer.url}/.well-known/openid-configuration`,
    },
    person: null,
    alter: null,
    url: server.issuer.url ?? "",
    close: () => server.stop(),
  };
  server.service.on(Events.BeforeAuthorizeRedirect, ({ url }: MutableRedirectUri) => {
    if (provider.person !== null) return;
    url.searchParams.delete("code");
    url.searchParams.set("error", "access_denied");
    url.searchParams.set("error_description", "<b>Call 555-0100 at once</b>");
  });
  server.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
    Object.assign(payload, provider.person, { aud: clientId });
    provider.alter?.(payload);
  });
  return provider;
}
