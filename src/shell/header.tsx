import { UserCircleIcon } from "@phosphor-icons/react/dist/csr/UserCircle";
import { lazy, Suspense, useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { useMember } from "../features/identity/ui/member.ts";
import { paths } from "../paths.ts";
import { Logo } from "./logo.tsx";

/** Members alone need it: no guest waits for it. */
const AccountMenu = lazy(async () => ({
  default: (await import("./account-menu.tsx")).AccountMenu,
}));

/** Scrolled further than this the bar casts a shadow, in px (Specification, section 9). */
const shadowAfter = 80;

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const read = () => setScrolled(scrollY > shadowAfter);
    read();
    addEventListener("scroll", read, { passive: true });
    return () => removeEventListener("scroll", read);
  }, []);
  return scrolled;
}

/** The bar at the top of every page. */
export function Header() {
  const member = useMember();
  const scrolled = useScrolled();
  const { pathname, search } = useLocation();
  const signIn = paths.login(
    pathname === "/" || pathname === "/login" ? {} : { next: pathname + search },
  );
  return (
    <header className="top" data-scrolled={scrolled || undefined}>
      <Logo />
      <nav aria-label="Main">
        <Link className="b b-ink gen" to={paths.studio()}>
          GENERATE+
        </Link>
        {member ? (
          <Suspense>
            <AccountMenu member={member} />
          </Suspense>
        ) : (
          <Link className="b b-bare max-md:ib" to={signIn}>
            <UserCircleIcon size={24} className="md:hidden" />
            <span className="max-md:sr-only">Sign in</span>
          </Link>
        )}
      </nav>
    </header>
  );
}
