import { themeScript } from "#app/rules/theme-script.ts";
import { AppHead } from "./app-head.tsx";
import { usePageFacts } from "./page-context.tsx";

/** Sets the theme before the first paint. With it the server writes what browsers read of the installable app. */
export function ThemeScript() {
  const { nonce } = usePageFacts();
  const script = (
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: themeScript }}
    />
  );
  if (!import.meta.env.SSR) return script;
  return (
    <>
      {script}
      <AppHead />
    </>
  );
}
