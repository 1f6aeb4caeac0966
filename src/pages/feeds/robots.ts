import type { LoaderFunctionArgs } from "react-router";
import { pageData } from "#app/page-data.ts";
import { serverPaths } from "#app/paths.ts";

/** Paths that crawlers should not visit, and the sitemap's URL. */
export function loader({ context }: LoaderFunctionArgs) {
  return pageData(context, ({ env }) => {
    const lines = [
      "User-agent: *",
      "Disallow: /dashboard",
      "Disallow: /api/",
      "Allow: /api/oembed",
      "Disallow: /login",
      "Disallow: /auth/",
      "",
      `Sitemap: ${new URL(serverPaths.sitemap(), env.SERVER_URL).href}`,
      "",
    ];
    const headers = {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=86400",
    };
    return Promise.resolve(new Response(lines.join("\n"), { headers }));
  });
}
