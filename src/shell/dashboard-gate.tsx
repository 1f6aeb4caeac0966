import { useEffect, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { useMember } from "../features/identity/ui/member.ts";
import { paths } from "../paths.ts";

function Waiting({ children }: { children: string }) {
  return (
    <div className="empty min-h-[60dvh]">
      <span className="spin text-patina" />
      <output className="h-s mt-2">{children}</output>
    </div>
  );
}

/**
 * Shows the dashboard to whoever is signed in. The server has sent guests away already; this is for a session that ends
 * while the page is open (Specification, section 4: Dashboard gate).
 */
export function DashboardGate({ children }: { children: ReactNode }) {
  const member = useMember();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isGone = member === null;
  useEffect(() => {
    if (isGone) void navigate(paths.login({ next: pathname + search }), { replace: true });
  }, [isGone, navigate, pathname, search]);
  if (isGone) return <Waiting>Redirecting to login...</Waiting>;
  return children;
}
