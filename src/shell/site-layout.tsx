import { Outlet } from "react-router";
import { t } from "#app/language/message.ts";
import { ButtonAnchor } from "#app/ui/button.tsx";
import { footerId } from "#app/ui/site.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import "./skip-link.css";

/** Layout of pages outside the dashboard: bar, content, footer. */
export default function SiteLayout() {
  return (
    <>
      <ButtonAnchor look="primary" className="skip" href={`#${footerId}`}>
        {t`Skip to the footer`}
      </ButtonAnchor>
      <Header />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
