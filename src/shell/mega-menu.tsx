import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type RefObject,
} from "react";
import { useLocation } from "react-router";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { socialNetworks } from "#app/rules/social-networks.ts";
import { Button } from "#app/ui/button.tsx";
import { useQuery } from "#app/ui/data/use-query.ts";
import { useSite } from "#app/ui/site.ts";
import { LanguageChoice } from "#app/ui/language-choice.tsx";
import { ThemeSwitch } from "#app/ui/theme-switch.tsx";
import { api } from "#app/features/pictures/ui/api.ts";
import { Link } from "#app/ui/link.tsx";
import { linkGroups } from "./site-links.ts";
import { SocialLinks } from "./social-links.tsx";
import "./mega-menu.css";

const KeyboardDialog = lazy(async () => ({
  default: (await import("./keyboard-dialog.tsx")).KeyboardDialog,
}));

/** Delays between opening and focus, and between the fades of two items, in ms (docs/product.md 4.9). */
const focusAfterMs = 100;
const stepMs = 50;

/** Style of the item at an index across all groups. */
const fadeAt = (index: number) => ({ animationDelay: `${index * stepMs}ms` }) as CSSProperties;

/** Index of the first item of each group, and of the first element after the last. */
const groupStarts = linkGroups.reduce(
  (starts, { links }) => [...starts, starts[starts.length - 1] + links.length],
  [0],
);
const socialStart = groupStarts[linkGroups.length];
const themeIndex = socialStart + Object.keys(socialNetworks).length;

/** The newest picture of the wall, on screens with room for it. */
function Newest() {
  const { imageHost } = useSite();
  const [hasRoom] = useState(() => matchMedia("(min-width: 1024px)").matches);
  const { data } = useQuery(hasRoom ? "newest picture" : null, (signal) =>
    api.get("/api/pictures", { query: { limit: 1 }, signal }),
  );
  const picture = data?.items[0] ?? null;
  if (picture === null) return null;
  return (
    <Link className="mega-card" to={paths.home()} tabIndex={-1} aria-hidden>
      <img
        src={imageAddress(imageHost, picture.slug, { width: 512, format: "webp" })}
        alt=""
        width={picture.width}
        height={picture.height}
      />
      <span>{t`Freshly Cast`}</span>
    </Link>
  );
}

/** Whether a dialog that was opened from here lies over the menu. */
const isCovered = () => document.querySelector("dialog:modal") !== null;

type MegaMenuProps = { toggle: RefObject<HTMLButtonElement | null>; onClose: () => void };

/** The menu below the bar. See docs/product.md 2.7 and 4.9. */
export function MegaMenu({ toggle, onClose }: MegaMenuProps) {
  const menu = useRef<HTMLElement>(null);
  const latest = useRef(onClose);
  const { key, pathname, search } = useLocation();
  const [opened] = useState(key);
  /** Null until it was requested. */
  const [keys, setKeys] = useState<boolean | null>(null);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    if (key !== opened) latest.current();
  }, [key, opened]);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const timer = setTimeout(() => {
      // Whoever has chosen something in the menu meanwhile keeps the focus there.
      if (menu.current?.matches(":focus-within")) return;
      menu.current?.querySelector("a")?.focus();
    }, focusAfterMs);
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node &&
      !isCovered() &&
      !menu.current?.contains(target) &&
      !toggle.current?.contains(target);
    const leave = ({ target }: Event) => isOutside(target) && latest.current();
    addEventListener("pointerdown", leave, { signal });
    addEventListener("focusin", leave, { signal });
    addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape" || isCovered()) return;
        event.preventDefault();
        latest.current();
        toggle.current?.focus();
      },
      { signal },
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [toggle]);
  return (
    <>
      <nav ref={menu} id="site-menu" className="mega" aria-label={t`Site`}>
        {linkGroups.map(({ title, links }, group) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(([label, to], index) => (
                <li key={label} style={fadeAt(groupStarts[group] + index)}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <div>
          <h2>{t`Stay Connected`}</h2>
          <SocialLinks className="mega-social" styleOf={(index) => fadeAt(socialStart + index)} />
          <div className="mega-theme" style={fadeAt(themeIndex)}>
            <Button look="soft" size="small" onClick={() => setKeys(true)}>
              {t`Keyboard shortcuts`}
            </Button>
            <LanguageChoice action="/api/language" next={pathname + search} />
            <ThemeSwitch />
          </div>
        </div>
        <Newest />
      </nav>
      <div className="mega-scrim" aria-hidden />
      <Suspense>
        {keys !== null && <KeyboardDialog open={keys} onClose={() => setKeys(false)} />}
      </Suspense>
    </>
  );
}
