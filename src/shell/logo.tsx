import { useEffect, useRef, useState, type RefObject } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { Link } from "#app/ui/link.tsx";
import { useSite } from "#app/ui/site.ts";
import { readStored, writeStored } from "#app/ui/stored.ts";
import image from "./logo.svg?url";
import "./logo.css";

/** The local flag of a visitor who has seen the animation, and its lifetime in ms (docs/product.md 4.6). */
const pulseFlag = "logoPulseShown";
const pulseMs = 7200;

/**
 * Animates the logo for 7.2 seconds on a visitor's first visit, or until the first key or press: whatever moves by itself
 * for more than five seconds can be stopped (WCAG 2.2.2).
 */
function usePulse(logo: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (readStored(pulseFlag)) return undefined;
    const pulse = (on: boolean) => logo.current?.toggleAttribute("data-pulse", on);
    pulse(true);
    const end = () => {
      clearTimeout(timer);
      writeStored(pulseFlag, "true");
      pulse(false);
    };
    const timer = setTimeout(end, pulseMs);
    addEventListener("keydown", end, { once: true });
    addEventListener("pointerdown", end, { once: true });
    return () => clearTimeout(timer);
  }, [logo]);
}

/**
 * The logo with the site's name; links home. If the image fails to load only the name is shown, on small screens too.
 */
export function Logo() {
  const { appName } = useSite();
  const [failed, setFailed] = useState(false);
  const logo = useRef<HTMLAnchorElement>(null);
  usePulse(logo);
  useEffect(() => {
    // An image that failed before hydration fired its error event too early to be handled.
    const images = logo.current?.querySelectorAll("img") ?? [];
    setFailed([...images].some((one) => one.complete && one.naturalWidth === 0));
  }, []);
  return (
    <Link ref={logo} className="logo" to={paths.home()} aria-label={t`${appName}, home`}>
      {!failed && (
        <span className="logo-mark">
          {["light", "dark"].map((theme) => (
            <img
              key={theme}
              className={`in-${theme}`}
              src={`${image}#${theme}`}
              alt=""
              width={30}
              height={26}
              onError={() => setFailed(true)}
            />
          ))}
        </span>
      )}
      <span className={failed ? undefined : "logo-name"}>{appName}</span>
    </Link>
  );
}
