import { Outlet } from "react-router";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

/** Pages outside the dashboard: bar, content, foot. */
export default function SiteLayout() {
  return (
    <>
      <Header />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
