import type { ReactNode } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { useSite } from "#app/ui/site.ts";
import type { TextPage } from "../queries.ts";
import { Blocks, Words } from "./prose.tsx";
import "./prose.css";

/** The language that the texts of `content/` are written in, whatever the language of the interface. */
export const written = { lang: "en", dir: "ltr" } as const;

/** A text with a readable line length: title, lead, body. `above` and `below` are placed around it. */
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
    <article className="prose" {...written}>
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

/** Links to the blog's feed. */
export const blogFeed = { title: t`Blog`, to: paths.feed() };

/** Canonical URL of a page. */
export function Addresses({ path }: { path: string }) {
  const { serverUrl } = useSite();
  const href = new URL(path, serverUrl).href;
  return (
    <>
      <link rel="canonical" href={href} />
      <meta property="og:url" content={href} />
    </>
  );
}
