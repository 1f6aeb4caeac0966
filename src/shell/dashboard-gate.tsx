import { useEffect, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { useAuth } from "#app/features/identity/ui/auth.ts";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { Waiting } from "#app/ui/waiting.tsx";

/**
 * Shows the dashboard to signed-in members. The server redirects guests already; this handles a session that ends or is
 * being checked while the page is open (docs/product.md 4.2).
 */
export function DashboardGate({ children }: { children: ReactNode }) {
  const { status, initialised } = useAuth();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isGone = initialised && status === "guest";
  useEffect(() => {
    if (isGone) void navigate(paths.login({ next: pathname + search }), { replace: true });
  }, [isGone, navigate, pathname, search]);
  if (isGone) return <Waiting>{t`Redirecting to login...`}</Waiting>;
  if (status === "loading") return <Waiting>{t`Loading dashboard...`}</Waiting>;
  return children;
}
