import { data, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { pageData, type PageProblem } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { pageByName } from "#app/features/content/queries.ts";
import { Addresses, Article } from "#app/features/content/ui/article.tsx";

const missing: PageProblem = { title: t`There is no such page`, detail: null, requestId: "" };

/** About, privacy, terms, changelog and prompt guide. See docs/product.md 2.1. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const name = params.name ?? "";
  return pageData(context, async ({ env }) => {
    const page = pageByName(name, env.APP_NAME, env.CONTACT_EMAIL);
    if (page === null) throw data(missing, { status: 404 });
    return { name, page };
  });
}

export default function TextPage() {
  const { name, page } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={page.title} description={page.description} />
      <Addresses path={paths.page(name)} />
      <Article page={page} />
    </>
  );
}
