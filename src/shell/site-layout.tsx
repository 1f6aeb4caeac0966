import { Outlet } from "react-router";
import { footerId } from "#app/ui/site.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import "./skip-link.css";

/** Layout of pages outside the dashboard: bar, content, footer. */
export default function SiteLayout() {
  return (
    <>
      <a className="skip b b-ink" href={`#${footerId}`}>
        Skip to the footer
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
