import { themeKey } from "./theme.ts";

/** Runs before the first paint, so that no page flashes in the wrong theme; the same rule as theme.ts. */
export const themeScript = `(()=>{let c=null;try{c=localStorage.getItem(${JSON.stringify(themeKey)})}catch{}
document.documentElement.dataset.theme=c==="dark"||(c==="system"&&matchMedia("(prefers-color-scheme: dark)").matches)?"dark":"light"})()`;
