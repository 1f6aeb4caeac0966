import { themeScript } from "#app/rules/theme-script.ts";
import { AppHead } from "./app-head.tsx";
import { usePageFacts } from "./page-context.tsx";

/** In the browser it has run already, and React leaves the element's content as it is. */
const content = import.meta.env.SSR ? themeScript : "";

/** Sets the theme before the first paint. With it the server writes what browsers read of the installable app. */
export function ThemeScript() {
  const { nonce } = usePageFacts();
  const script = (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: content }} />
  );
  if (!import.meta.env.SSR) return script;
  return (
    <>
      {script}
      <AppHead />
    </>
  );
}
