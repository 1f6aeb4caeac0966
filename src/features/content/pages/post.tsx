import { data, Link, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { pageData, type PageProblem } from "../../../page-data.ts";
import { paths } from "../../../paths.ts";
import { jsonForScript } from "../../../rules/json-script.ts";
import { PageHead } from "../../../ui/page-head.tsx";
import { useSite } from "../../../ui/site.ts";
import { postBySlug, type Post } from "../queries.ts";
import { Addresses, Article, blogFeed } from "../ui/article.tsx";
import { Day } from "../ui/day.tsx";

const missing: PageProblem = {
  title: "There is no such post",
  detail: "The blog lists every one there is.",
  requestId: "",
};

/** One post of the blog. Specification, section 2. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const slug = params.slug ?? "";
  return pageData(context, async ({ env }) => {
    const post = postBySlug(slug, env.APP_NAME);
    if (post === null) throw data(missing, { status: 404 });
    return { post };
  });
}

/** What search engines read of a post (schema.org Article). */
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
              Blog
            </Link>
            <Day date={post.date} />
          </p>
        }
        below={<p className="prose-over">Written by the Echoform project.</p>}
      />
    </>
  );
}
