import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { allPosts } from "#app/features/content/queries.ts";
import { Addresses, blogFeed, written } from "#app/features/content/ui/article.tsx";
import { Day } from "#app/features/content/ui/day.tsx";
import { Link } from "#app/ui/link.tsx";
import "#app/features/content/ui/prose.css";
import "./blog.css";

/** All posts, newest first. See docs/product.md 2.1. */
export function loader({ context }: LoaderFunctionArgs) {
  return pageData(context, async ({ env }) => ({ posts: allPosts(env.APP_NAME) }));
}

export default function Blog() {
  const { posts } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={t`Blog`}
        description={t`How the software behind this site works, and why.`}
        feed={blogFeed}
      />
      <Addresses path={paths.blog()} />
      <div className="prose">
        <h1>{t`Blog`}</h1>
        <p className="prose-lead">{t`How the software behind this site works, and why.`}</p>
        <ul className="posts">
          {posts.map((post) => (
            <li key={post.slug}>
              <Day date={post.date} />
              <h2 {...written}>
                <Link to={paths.post(post.slug)}>{post.title}</Link>
              </h2>
              <p {...written}>{post.description}</p>
            </li>
          ))}
        </ul>
        <p>
          <a className="link" href={paths.feed()}>
            {t`Follow by RSS`}
          </a>
        </p>
      </div>
    </>
  );
}
