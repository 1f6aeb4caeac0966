import { themeKey } from "#app/rules/theme.ts";
import { usePageFacts } from "./page-context.tsx";

/** Runs before the first paint, so that no page flashes in the wrong theme; the same rule as rules/theme.ts. */
const script = `(()=>{let c=null;try{c=localStorage.getItem(${JSON.stringify(themeKey)})}catch{}
document.documentElement.dataset.theme=c==="dark"||(c==="system"&&matchMedia("(prefers-color-scheme: dark)").matches)?"dark":"light"})()`;

export function ThemeScript() {
  const { nonce } = usePageFacts();
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
  );
}
