import type { CSSProperties } from "react";
import { data, useLoaderData, type LoaderFunctionArgs } from "react-router";
import { pageData, type PageProblem } from "../../../page-data.ts";
import { paths } from "../../../paths.ts";
import { echoTint } from "../../../rules/echo-tint.ts";
import { imageAddress, responsiveAddresses } from "../../../rules/image-address.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { useSite } from "../../../ui/site.ts";
import { countView } from "../commands.ts";
import { lineageOf, pictureByAddress, similarPictures, type PicturePage } from "../queries.ts";
import { Actions } from "../ui/actions.tsx";
import { Echoes } from "../ui/echoes.tsx";
import { Facts } from "../ui/facts.tsx";
import { Palette } from "../ui/palette.tsx";
import { Prompt } from "../ui/prompt.tsx";
import { toTile } from "../ui/tile.ts";
import { Wall } from "../ui/wall.tsx";

const similarCount = 15;

const missing: PageProblem = {
  title: "This image is not here",
  detail: "It was removed, made private, or is waiting for approval.",
  requestId: "",
};

/** Finds the picture by filename, slug or id and answers at its one address. Specification, section 2. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const address = params.address ?? "";
  return pageData(context, async (services, actor) => {
    const { db } = services;
    const picture = await pictureByAddress(db, address, actor, { includeUnapproved: true });
    if (picture === null) throw data(missing, { status: 404 });
    const [lineage, similar] = await Promise.all([
      lineageOf(db, picture.id, actor),
      similarPictures(db, picture.id, similarCount),
      countView(services, picture.id),
    ]);
    return { picture, lineage, similar: similar.map(toTile) };
  });
}

/** What other sites show of a link to the page. */
function Shared({ picture }: { picture: PicturePage }) {
  const { imageHost, serverUrl } = useSite();
  const { slug, title, width, height } = picture;
  const page = new URL(paths.picture(slug), serverUrl).href;
  const image = new URL(imageAddress(imageHost, slug, { width: 1200 }), serverUrl).href;
  const scale = Math.min(1, 1200 / width);
  return (
    <>
      <link rel="canonical" href={page} />
      <meta property="og:type" content="article" />
      <meta property="og:title" content={title} />
      <meta property="og:url" content={page} />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content={String(Math.round(width * scale))} />
      <meta property="og:image:height" content={String(Math.round(height * scale))} />
      <meta property="og:image:alt" content={picture.description || title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** The picture on its mat. */
function Hung({ picture }: { picture: PicturePage }) {
  const { imageHost } = useSite();
  const { slug, width, height, colors } = picture;
  const style = { "--r": height / width, "--ph": colors[0] } as CSSProperties;
  return (
    <figure className="mat">
      <div className="print" style={style}>
        <div
          className="print-blur"
          style={{ backgroundImage: `url(data:image/webp;base64,${picture.placeholder})` }}
        />
        <img
          key={slug}
          alt={picture.description || picture.title}
          width={width}
          height={height}
          src={imageAddress(imageHost, slug, { width: 1024, format: "webp" })}
          srcSet={responsiveAddresses(imageHost, slug, [512, 1024], { format: "webp" })}
          sizes="(min-width: 1024px) calc(100vw - 640px), 100vw"
          fetchPriority="high"
        />
      </div>
    </figure>
  );
}

export default function Picture() {
  const { picture, lineage, similar } = useLoaderData<typeof loader>();
  const { creator, likes, downloads, remixCount, views, tags } = picture;
  const { hue, chroma } = echoTint(picture.colors);
  const counts = [
    { one: "like", many: "likes", count: likes },
    { one: "download", many: "downloads", count: downloads },
    { one: "remix", many: "remixes", count: remixCount },
    { one: "view", many: "views", count: views },
  ];
  return (
    <>
      <PageHead
        title={picture.title}
        description={picture.description ?? picture.prompt ?? undefined}
      />
      <Shared picture={picture} />
      <div className="px-(--page) pt-1">
        <div
          className="picture-page echo"
          style={{ "--echo-h": hue, "--echo-c": chroma } as CSSProperties}
        >
          <Hung picture={picture} />
          <aside className="info" aria-label="About this image">
            <div className="flex items-center gap-3">
              <Avatar name={creator.name} src={creator.avatar} size={40} />
              <div className="min-w-0 leading-tight">
                <b className="block truncate font-[580]">{creator.name}</b>
                <span className="block truncate text-13 text-ink-3">@{creator.username}</span>
              </div>
            </div>
            <div className="flex flex-col gap-2">
              <h1 className="h-m wrap-anywhere">{picture.title}</h1>
              <Prompt key={picture.id} pictureId={picture.id} prompt={picture.prompt} />
            </div>
            <Actions picture={picture} />
            <Palette colors={picture.colors} />
            <Facts picture={picture} />
            <div className="counts">
              {counts.map(({ one, many, count }) => (
                <span key={one}>
                  <b>{count.toLocaleString("en")}</b> {count === 1 ? one : many}
                </span>
              ))}
            </div>
            {tags.length > 0 && (
              <ul
                className="flex flex-wrap gap-x-3.5 gap-y-0.5 text-13 text-ink-2"
                aria-label="Tags"
              >
                {tags.map((tag) => (
                  <li key={tag} className="py-0.5">
                    {tag}
                  </li>
                ))}
              </ul>
            )}
          </aside>
        </div>
        <Echoes
          source={lineage?.source ?? null}
          picture={picture}
          remixes={lineage?.remixes ?? []}
        />
        {similar.length > 0 && <h2 className="h-s mt-11 mb-4">Similar fragments</h2>}
      </div>
      {similar.length > 0 && <Wall pictures={similar} />}
    </>
  );
}
