import { ArrowUpIcon } from "@phosphor-icons/react/dist/csr/ArrowUp";
import { Link } from "react-router";
import { useMember } from "../features/identity/ui/member.ts";
import { paths } from "../paths.ts";
import { LogoMark } from "../ui/glyphs.tsx";
import { useSite } from "../ui/site.ts";
import { ThemeSwitch } from "../ui/theme-switch.tsx";

type Group = { title: string; links: { label: string; to: string }[] };

function groups(signedIn: boolean): Group[] {
  const services = [
    { label: "Prompt guide", to: paths.page("prompt-guide") },
    { label: "Generate+", to: paths.studio() },
  ];
  if (!signedIn) {
    services.push(
      { label: "Sign in", to: paths.login() },
      { label: "Create account", to: paths.login({ tab: "signup" }) },
    );
  }
  return [
    { title: "Discover", links: [{ label: "Freshly Cast", to: paths.home() }] },
    {
      title: "Platform",
      links: [
        { label: "About", to: paths.page("about") },
        { label: "Blog", to: paths.blog() },
        { label: "Privacy", to: paths.page("privacy") },
        { label: "Terms", to: paths.page("terms") },
      ],
    },
    {
      title: "Help & Feedback",
      links: [{ label: "Changelog", to: paths.page("changelog") }],
    },
    { title: "Services", links: services },
  ];
}

/** The foot of every page outside the dashboard. */
export function Footer() {
  const { appName } = useSite();
  const member = useMember();
  return (
    <footer className="foot">
      <div className="foot-cols">
        <div className="flex flex-col gap-[18px]">
          <LogoMark className="h-[30px] w-[34px]" />
          <p className="h-m max-w-[17ch] text-balance">
            Where fragments echo, and visions take form.
          </p>
        </div>
        {groups(member !== null).map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ label, to }) => (
                <li key={label}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="foot-line">
        <ThemeSwitch />
        <span className="text-13 text-ink-3">
          {appName}. Pictures are CC BY unless their page says otherwise.
        </span>
        <a className="b b-soft b-sm" href="#top">
          <ArrowUpIcon size={16} />
          Back to top
        </a>
      </div>
    </footer>
  );
}
