import { usePageFacts } from "./page-context.tsx";

/** The colours behind the page (ui/tokens.css, --bg). */
const lightGround = "#f8fafa";
const darkGround = "#0c1011";

/** Colours the browser's bar as the page, in whichever theme it is shown. */
const colorScript = `(()=>{let h=document.documentElement,f=()=>{let m=document.querySelector("meta[name=theme-color]");
if(m)m.content=h.dataset.theme==="dark"?"${darkGround}":"${lightGround}"};
new MutationObserver(f).observe(h,{attributeFilter:["data-theme"]});addEventListener("DOMContentLoaded",f)})()`;

/** Late, so that nothing of the page waits for it. */
const workerScript = `addEventListener("load",()=>setTimeout(()=>navigator.serviceWorker?.register("/sw.js").catch(()=>{}),2000))`;

/**
 * What makes the site an app that can be installed (roles/app-files.ts). Written by the server alone: React leaves what it
 * does not know in the head as it is, and no page loads code for it. It comes after all other scripts of the head, because
 * React takes the first script there for its own.
 */
export function AppHead() {
  const { nonce } = usePageFacts();
  const script = import.meta.env.DEV ? colorScript : `${colorScript};${workerScript}`;
  return (
    <>
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <meta name="theme-color" content={lightGround} />
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
    </>
  );
}
