import { data, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { pageData, type PageProblem } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { jsonForScript } from "#app/rules/json-script.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { useSite } from "#app/ui/site.ts";
import { postBySlug, type Post } from "#app/features/content/queries.ts";
import { Addresses, Article, blogFeed } from "#app/features/content/ui/article.tsx";
import { Day } from "#app/features/content/ui/day.tsx";
import { Link } from "#app/ui/link.tsx";
import "#app/features/content/ui/prose.css";

const missing: PageProblem = {
  title: t`There is no such post`,
  detail: t`The blog lists every one there is.`,
  requestId: "",
};

/** One post of the blog. See docs/product.md 2.1. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const slug = params.slug ?? "";
  return pageData(context, async ({ env }) => {
    const post = postBySlug(slug, env.APP_NAME);
    if (post === null) throw data(missing, { status: 404 });
    return { post };
  });
}

/** Structured data of a post for search engines (schema.org Article). */
function ArticleData({ post }: { post: Post }) {
  const { appName, serverUrl } = useSite();
  const publisher = { "@type": "Organization", name: appName, url: serverUrl };
  const json = jsonForScript({
    "@context": "https://schema.org",
    "@type": "Article",
    headline: post.title,
    description: post.description,
    datePublished: post.date,
    mainEntityOfPage: new URL(paths.post(post.slug), serverUrl).href,
    author: publisher,
    publisher,
  });
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

export default function BlogPost() {
  const { post } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={post.title} description={post.description} feed={blogFeed} />
      <Addresses path={paths.post(post.slug)} />
      <meta property="og:type" content="article" />
      <meta property="og:title" content={post.title} />
      <meta property="article:published_time" content={post.date} />
      <ArticleData post={post} />
      <Article
        page={post}
        above={
          <p className="prose-over">
            <Link className="link" to={paths.blog()}>
              {t`Blog`}
            </Link>
            <Day date={post.date} />
          </p>
        }
        below={<p className="prose-over">{t`Written by the Echoform project.`}</p>}
      />
    </>
  );
}
