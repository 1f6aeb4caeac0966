import type { ReactNode } from "react";
import { useSite } from "../../../ui/site.ts";
import type { TextPage } from "../queries.ts";
import { Blocks, Words } from "./prose.tsx";

/** A text at a measure that reads well: title, lead, body. `above` and `below` stand round it. */
export function Article({
  page,
  above,
  below,
}: {
  page: Pick<TextPage, "title" | "lead" | "blocks">;
  above?: ReactNode;
  below?: ReactNode;
}) {
  return (
    <article className="prose">
      {above}
      <h1>{page.title}</h1>
      {page.lead.length > 0 && (
        <p className="prose-lead">
          <Words parts={page.lead} />
        </p>
      )}
      <Blocks blocks={page.blocks} />
      {below}
    </article>
  );
}

/** The one address of a page, and where its blog can be followed. */
export function Addresses({ path, feed }: { path: string; feed?: string }) {
  const { appName, serverUrl } = useSite();
  const href = new URL(path, serverUrl).href;
  return (
    <>
      <link rel="canonical" href={href} />
      <meta property="og:url" content={href} />
      {feed && (
        <link
          rel="alternate"
          type="application/rss+xml"
          title={`${appName} blog`}
          href={new URL(feed, serverUrl).href}
        />
      )}
    </>
  );
}
