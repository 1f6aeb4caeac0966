import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useAuth } from "#app/features/identity/ui/auth.ts";
import { useMember } from "#app/features/identity/ui/member.ts";
import { signInIntent, useSignIn } from "#app/features/identity/ui/sign-in.ts";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink, IconButton, IconLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useSite } from "#app/ui/site.ts";
import { toggleTheme } from "#app/ui/use-theme.ts";
import { GenerateLink } from "./generate-link.tsx";
import { memberTools } from "./load-member-tools.ts";
import { Logo } from "./logo.tsx";
import { SearchField } from "./search-field.tsx";
import { useHeaderScroll } from "./use-header-scroll.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import "./header.css";
// The server renders a member's tools although their code is loaded later, so their styles are needed from the start.
import "#app/features/billing/ui/credits.css";
import "#app/features/notifications/ui/bell.css";
import "#app/ui/avatar.css";
import "./account-menu.css";

// Loaded lazily: guests do not wait for a member's tools, and nobody waits for what opens on a press.
const MemberTools = lazy(memberTools);
const loadMenu = () => import("./mega-menu.tsx");
const MegaMenu = lazy(async () => ({ default: (await loadMenu()).MegaMenu }));
const loadSearch = () => import("./search-overlay.tsx");
const SearchOverlay = lazy(async () => ({ default: (await loadSearch()).SearchOverlay }));
const KeyboardDialog = lazy(async () => ({
  default: (await import("./keyboard-dialog.tsx")).KeyboardDialog,
}));

function SignInLink() {
  const { pathname, search } = useLocation();
  const openSignIn = useSignIn();
  const navigate = useNavigate();
  const next = pathname === "/" || pathname === "/login" ? null : pathname + search;
  const isAsked = pathname === "/" && new URLSearchParams(search).get("tab") === "login";
  const open = useRef(openSignIn);
  useEffect(() => {
    open.current = openSignIn;
  });
  useEffect(() => {
    if (!isAsked) return;
    // A guest's link to /dashboard?tab=login leads here (acceptance row NV-11); the dialog opens once.
    open.current({ next: paths.dashboard() });
    void navigate(paths.home(), { replace: true, defaultShouldRevalidate: false });
  }, [isAsked, navigate]);
  return (
    <ButtonLink
      {...signInIntent}
      look="quiet"
      to={paths.login({ next })}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        openSignIn();
      }}
    >
      <Icon name="user-circle" size={24} className="md:hidden" />
      <span className="max-md:sr-only">{t`Sign in`}</span>
    </ButtonLink>
  );
}

/** The viewer: loading, a member, or a guest. See docs/product.md 2.4. */
function Visitor() {
  const member = useMember();
  const { status } = useAuth();
  if (status === "loading") {
    return <Spinner label={t`Checking who is signed in`} className="mx-3" />;
  }
  if (member === null) return <SignInLink />;
  return (
    <Suspense>
      <MemberTools member={member} />
    </Suspense>
  );
}

/** The bar at the top of every page. See docs/product.md 2.4 and 4.8. */
export function Header() {
  const { slugSearch } = useSite();
  const bar = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const generate = useRef<HTMLAnchorElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState(false);
  const [search, setSearch] = useState(false);
  /** Null until it was requested. */
  const [keys, setKeys] = useState<boolean | null>(null);
  useHeaderScroll(bar);
  useShortcuts((shortcut) => {
    if (shortcut === "theme") toggleTheme();
    if (shortcut === "keys") setKeys(true);
    if (shortcut === "generate") generate.current?.click();
    if (shortcut === "search") {
      // On small screens the overlay replaces the field.
      if (field.current?.checkVisibility()) field.current.select();
      else setSearch(true);
    }
  });
  return (
    <header ref={bar} className="top">
      <Logo />
      <SearchField ref={field} />
      <nav className="tools" aria-label={t`Main`}>
        <IconLink
          className="md:hidden"
          to={paths.search(null, slugSearch)}
          label={t`Search`}
          onPointerEnter={() => void loadSearch()}
          onClick={(event) => {
            event.preventDefault();
            setSearch(true);
          }}
        >
          <Icon name="magnifying-glass" />
        </IconLink>
        <GenerateLink ref={generate} />
        <Visitor />
        <IconButton
          ref={toggle}

          className="menu-toggle"
          label={t`Menu`}
          aria-expanded={menu}
          aria-controls={menu ? "site-menu" : undefined}
          data-tip={t`Menu`}
          onPointerEnter={() => void loadMenu()}
          onClick={() => setMenu(!menu)}
        >
          <Icon name={menu ? "x" : "list"} />
        </IconButton>
      </nav>
      <Suspense>
        {menu && <MegaMenu toggle={toggle} onClose={() => setMenu(false)} />}
        {search && <SearchOverlay onClose={() => setSearch(false)} />}
        {keys !== null && <KeyboardDialog open={keys} onClose={() => setKeys(false)} />}
      </Suspense>
    </header>
  );
}
