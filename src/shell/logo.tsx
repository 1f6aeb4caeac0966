import { Link } from "react-router";
import { paths } from "../paths.ts";
import { LogoMark } from "../ui/glyphs.tsx";
import { useSite } from "../ui/site.ts";

/** The mark with the site's name; leads home. */
export function Logo() {
  const { appName } = useSite();
  return (
    <Link className="logo" to={paths.home()} aria-label={`${appName}, home`}>
      <LogoMark />
      <span>{appName}</span>
    </Link>
  );
}
