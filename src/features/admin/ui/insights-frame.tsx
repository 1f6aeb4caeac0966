import { useEffect, useSyncExternalStore } from "react";
import { t } from "#app/language/message.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import "./insights-frame.css";

const plain = (pathname: string) => pathname.replace(/\/+$/, "");

/**
 * Whether the browser has loaded this very page, and with it the security policy that allows the frame. A page that
 * was reached by a link of the site has the policy of the page before.
 */
function isOwnDocument(): boolean {
  const loaded = performance.getEntriesByType("navigation").at(0)?.name;
  return loaded === undefined || plain(new URL(loaded).pathname) === plain(location.pathname);
}

const never = () => () => undefined;

/** The analytics page that the operator has named (INSIGHTS_URL). It can run its scripts and nothing of this site's. */
export function InsightsFrame({ url }: { url: string }) {
  const isOwn = useSyncExternalStore(never, isOwnDocument, () => true);
  useEffect(() => {
    if (!isOwn) location.reload();
  }, [isOwn]);
  if (!isOwn) return <Spinner />;
  return (
    <iframe
      className="insights-frame"
      title={t`Traffic analytics`}
      src={url}
      // The two together would undo the sandbox for a page of this site's own origin: env.ts refuses one.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-forms"
      referrerPolicy="no-referrer"
    />
  );
}
