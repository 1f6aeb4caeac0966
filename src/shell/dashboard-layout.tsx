import { Outlet, redirect, useLocation, type MiddlewareFunction } from "react-router";
import { t } from "#app/language/message.ts";
import { actorContext } from "#app/context.ts";
import { useOfflinePictures } from "#app/features/generation/ui/use-offline-pictures.ts";
import { useMember } from "#app/features/identity/ui/member.ts";
import { paths, serverPaths } from "#app/paths.ts";
import { isActivePath } from "#app/rules/navigation.ts";
import { Link } from "#app/ui/link.tsx";
import { useNarrow } from "#app/ui/use-narrow.ts";
import { DashboardGate } from "./dashboard-gate.tsx";
import { dashboardSections } from "./dashboard-nav.ts";
import { Header } from "./header.tsx";
import "./dashboard-layout.css";

/**
 * Runs before every loader of the dashboard, whichever of them a request names: a signed-out visitor is sent to sign
 * in, and returns here afterwards (docs/product.md 4.2).
 */
export const middleware: MiddlewareFunction<Response>[] = [
  async ({ url, context }, next) => {
    if (context.get(actorContext).role === "guest") {
      const signIn = signInFirst(url.pathname, url.search);
      // A link that asks for the dialog opens it over the wall (acceptance row NV-11).
      if (url.searchParams.get("tab") === "login")
        throw redirect(serverPaths.homeSignIn({ error: signIn.error }));
      throw redirect(paths.login(signIn));
    }
    return next();
  },
];

/** Where a guest signs in; an auth error is moved out of `next`, so that it is shown only there. */
function signInFirst(pathname: string, search: string) {
  const query = new URLSearchParams(search);
  if (query.get("error") !== "auth_error") return { next: pathname + search, error: null };
  query.delete("error");
  const rest = query.toString();
  return { next: rest === "" ? pathname : `${pathname}?${rest}`, error: "auth_error" as const };
}

/** Runs on every navigation, so that the client-side router never shows a dashboard page without the server's check. */
export function loader() {
  return null;
}

/** Layout of the dashboard: bar, side navigation (icons only below 768 px), content, no footer. */
export default function DashboardLayout() {
  const member = useMember();
  useOfflinePictures(member?.id ?? null);
  const { pathname } = useLocation();
  // When only icons are shown, the labels are tooltips.
  const isNarrow = useNarrow();
  return (
    <>
      <Header />
      <div className="dashboard">
        <nav className="sidebar" aria-label={t`Dashboard`}>
          {dashboardSections(member?.role ?? "member").map(({ title, entries }) => (
            <div key={title}>
              {title && <h2>{title}</h2>}
              {entries.map(({ label, to, icon: Icon, exact }) => {
                const active = isActivePath(pathname, to, exact);
                return (
                  <Link
                    key={to}
                    to={to}
                    data-tip={isNarrow ? label : undefined}
                    aria-current={active ? "page" : undefined}
                  >
                    <Icon size={20} weight={active ? "fill" : "regular"} />
                    <span>{label}</span>
                  </Link>
                );
              })}
            </div>
          ))}
        </nav>
        <main id="content" tabIndex={-1} className="dashboard-main">
          <DashboardGate>
            <Outlet />
          </DashboardGate>
        </main>
      </div>
    </>
  );
}
