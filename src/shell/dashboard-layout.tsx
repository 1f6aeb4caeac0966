import { NavLink, Outlet } from "react-router";
import type { ComponentType } from "react";
import { paths } from "../paths.ts";
import { RemixGlyph } from "../ui/glyphs.tsx";
import { Header } from "./header.tsx";

type Entry = { label: string; to: string; icon: ComponentType<{ size?: number }>; exact?: boolean };
type Section = { title: string | null; entries: Entry[] };

/** The dashboard's entries in the order of the specification (section 2); an entry is added with its page. */
const sections: Section[] = [
  {
    title: "Studio",
    entries: [{ label: "CREATE/REMIX", to: paths.studio(), icon: RemixGlyph }],
  },
];

/** Pages of the dashboard: bar, side navigation (icons alone below 768 px), content, no foot. */
export default function DashboardLayout() {
  return (
    <>
      <Header />
      <div className="dash">
        <nav className="side" aria-label="Dashboard">
          {sections.map(({ title, entries }) => (
            <div key={title}>
              {title && <h2>{title}</h2>}
              {entries.map(({ label, to, icon: Icon, exact }) => (
                <NavLink key={to} to={to} end={exact} title={label}>
                  <Icon size={20} />
                  <span>{label}</span>
                </NavLink>
              ))}
            </div>
          ))}
        </nav>
        <main id="content" tabIndex={-1} className="dash-main">
          <Outlet />
        </main>
      </div>
    </>
  );
}
