import { useSite } from "#app/ui/site.ts";

/** An address at the end of a sentence of the server's. */
const address = /^(.*?)(https?:\/\/\S+)$/s;

/** A sentence of the server's, where it ends with an address of this site with that as a link. */
export function LinkedText({ children }: { children: string }) {
  const { serverUrl } = useSite();
  const [, text, url = ""] = address.exec(children) ?? [];
  if (!url.startsWith(`${serverUrl}/`)) return children;
  return (
    <>
      {text}
      <a className="link wrap-anywhere" href={url.slice(serverUrl.length)}>
        {url}
      </a>
    </>
  );
}
