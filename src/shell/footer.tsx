import { t } from "#app/language/message.ts";
import { ButtonAnchor } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { LogoMark } from "#app/ui/glyphs.tsx";
import { Link } from "#app/ui/link.tsx";
import { useKeptContent } from "#app/ui/markup-cache.ts";
import { footerId, useSite } from "#app/ui/site.ts";
import { ThemeSwitch } from "#app/ui/theme-switch.tsx";
import { linkGroups } from "./site-links.ts";
import { SocialLinks } from "./social-links.tsx";
import "./footer.css";

function columns() {
  return (
    <>
      <div className="flex flex-col gap-[18px]">
        <LogoMark className="h-[30px] w-[34px]" />
        <p className="title-medium max-w-[17ch] text-balance">
          {t`Where fragments echo, and visions take form.`}
        </p>
        <SocialLinks />
      </div>
      {linkGroups.map(({ title, links }) => (
        <nav key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {links.map(([label, to]) => (
              <li key={label}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </>
  );
}

const useColumns = import.meta.env.SSR
  ? () => useKeptContent(({ social }) => `footer ${JSON.stringify(social)}`, columns)
  : () => ({ children: columns() });

/** The footer of every page outside the dashboard. See docs/product.md 2.8. */
export function Footer() {
  const { appName } = useSite();
  return (
    <footer id={footerId} className="footer" tabIndex={-1}>
      <div className="footer-columns" {...useColumns()} />
      <div className="footer-line">
        <ThemeSwitch />
        <span className="text-13 text-ink-3">
          {t`${appName}. Pictures are CC BY unless their page says otherwise.`}
        </span>
        <ButtonAnchor look="soft" size="small" href="#top">
          <Icon name="arrow-up" size={16} />
          {t`Back to top`}
        </ButtonAnchor>
      </div>
    </footer>
  );
}
