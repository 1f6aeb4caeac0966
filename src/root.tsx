// First, so that the order of the layers is known before any other sheet.
import { direction, language, t } from "#app/language/message.ts";
import "./ui/theme.css";
import latinFont from "@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2?url";
import { useEffect, type ReactNode } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useRouteError,
  type LoaderFunctionArgs,
} from "react-router";
import { balanceOf } from "./features/billing/queries.ts";
import { BalanceProvider, useBalance } from "./features/billing/ui/balance.tsx";
import { relyingParty } from "./features/identity/policy.ts";
import { sessionUser } from "./features/identity/queries.ts";
import { AuthErrorNotice } from "./features/identity/ui/auth-error.tsx";
import { AuthProvider } from "./features/identity/ui/auth-provider.tsx";
import { useMember } from "./features/identity/ui/member.ts";
import { SignInProvider } from "./features/identity/ui/sign-in-provider.tsx";
import { api as pictures } from "./features/pictures/ui/api.ts";
import { unreadCount } from "./features/notifications/queries.ts";
import { EventsProvider, useEvents } from "./features/notifications/ui/events.tsx";
import { pageData } from "./page-data.ts";
import { pageImageHost } from "./rules/image-address.ts";
import { LateErrorPage, useLateParts } from "./shell/use-late-parts.tsx";
import { ModalHost } from "./shell/modal-host.tsx";
import { requestIdMeta, usePageFacts } from "./shell/page-context.tsx";
import type { RootData } from "./shell/root-data.ts";
import { ThemeScript } from "./shell/theme-script.tsx";
import { ModalProvider } from "./ui/modal.tsx";
import { ButtonAnchor } from "./ui/button.tsx";
import { notePageData, startOf } from "./ui/data-age.ts";
import { SiteContext, type Site } from "./ui/site.ts";
import { watchTooltips } from "./ui/tooltip.ts";
import { watchTheme } from "./ui/use-theme.ts";
import "./shell/skip-link.css";

export const clientMiddleware = [notePageData];

export { keepsData as shouldRevalidate } from "./ui/modal.tsx";

/** Who is looking, what they can spend, and the facts of this installation. */
export function loader({ context }: LoaderFunctionArgs): Promise<RootData> {
  return pageData(context, async ({ db, env }, actor) => {
    const site: Site = {
      appName: env.APP_NAME,
      serverUrl: env.SERVER_URL,
      imageHost: pageImageHost(env.SERVER_URL, env.PICTURES_URL),
      slugSearch: env.SLUG_SEARCH,
      remixCredits: env.REMIX_CREDITS,
      idleFactor: env.IDLE_PRICE_FACTOR,
      google: env.GOOGLE_CLIENT_ID !== undefined,
      passkeys: relyingParty(env.SERVER_URL) !== null,
      social: env.SOCIAL_LINKS,
    };
    if (actor.role === "guest") return { site, member: null, balance: null, unread: 0 };
    const [member, balance, unread] = await Promise.all([
      sessionUser(db, actor.userId),
      balanceOf(db, actor.userId),
      unreadCount(db, actor.userId),
    ]);
    return { site, member, balance, unread };
  });
}

/** The document round every page, errors included. */
export function Layout({ children }: { children: ReactNode }) {
  const { nonce, requestId } = usePageFacts();
  return (
    <html lang={language()} dir={direction()} data-theme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {requestId && <meta name={requestIdMeta} content={requestId} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="preload" href={latinFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        {/* In the browser an element hides its nonce: hydration finds it empty. */}
        <Links nonce={nonce ?? ""} />
        <ThemeScript />
      </head>
      <body id="top">
        <ButtonAnchor look="primary" className="skip" href="#content">
          {t`Skip to content`}
        </ButtonAnchor>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Listens to the events of whoever is signed in. */
function MemberEvents({ children }: { children: ReactNode }) {
  return <EventsProvider memberId={useMember()?.id ?? null}>{children}</EventsProvider>;
}

/** Keeps the balance as the member's events say it is. */
function BalanceEvents() {
  const { setBalance, refresh } = useBalance();
  useEvents((event) => {
    // Between the page's data and the stream the balance may have changed.
    if (event.name === "opened") void refresh(true);
    if (event.name !== "balance") return;
    const { current, held } = event.payload;
    if (typeof current === "number" && typeof held === "number") setBalance({ current, held });
  });
  return null;
}

/** The picture beside the sign-in dialog: the newest portrait of the wall. */
async function readPicture() {
  const answer = await pictures.get("/api/pictures", { query: { shape: "portrait", limit: 1 } });
  return answer.ok ? (answer.data.items[0] ?? null) : null;
}

export default function Root() {
  const data = useLoaderData<typeof loader>();
  const { site, member, balance } = data;
  useEffect(() => watchTheme(), []);
  useEffect(() => watchTooltips(), []);
  useLateParts();
  return (
    <SiteContext value={site}>
      <AuthProvider rendered={member}>
        <BalanceProvider
          memberId={member?.id ?? null}
          rendered={balance}
          renderedAt={startOf(data)}
        >
          <MemberEvents>
            <BalanceEvents />
            <AuthErrorNotice />
            <SignInProvider readPicture={readPicture}>
              <ModalProvider>
                <Outlet />
                <ModalHost />
              </ModalProvider>
            </SignInProvider>
          </MemberEvents>
        </BalanceProvider>
      </AuthProvider>
    </SiteContext>
  );
}

/** The last resort: even the frame of the page could not be made. */
export function ErrorBoundary() {
  return (
    <main id="content" tabIndex={-1}>
      <LateErrorPage error={useRouteError()} />
    </main>
  );
}
