import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { ImagesSquareIcon } from "@phosphor-icons/react/dist/csr/ImagesSquare";
import { PaintBrushIcon } from "@phosphor-icons/react/dist/csr/PaintBrush";
import { ShareNetworkIcon } from "@phosphor-icons/react/dist/csr/ShareNetwork";
import type { ReactNode } from "react";
import { locale, plural, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { originalAddress } from "#app/rules/image-address.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink, IconAnchor, IconButton } from "#app/ui/button.tsx";
import { RemixGlyph } from "#app/ui/glyphs.tsx";
import { Link } from "#app/ui/link.tsx";
import { useSite } from "#app/ui/site.ts";
import { useCopy } from "#app/ui/use-copy.ts";
import { written } from "#app/ui/written.ts";
import { Facts } from "./facts.tsx";
import { Palette } from "./palette.tsx";
import type { PictureDetails, PictureSlots, PictureTools } from "./picture-details.ts";
import type { Tile } from "./tile.ts";
import "#app/ui/chip.css";
import "./picture-info.css";

type Part = { picture: Tile; details: PictureDetails | null };

/** The creator, with the controls that the page adds. */
function Creator({ picture, children }: { picture: Tile; children: ReactNode }) {
  const { creator, isDemo } = picture;
  return (
    <div className="flex items-center gap-3">
      <Avatar name={creator.name} src={creator.avatar} size={40} />
      <div className="min-w-0 flex-1 leading-tight">
        <Link
          className="block truncate font-[580] hover:underline"
          to={paths.creator(creator.username)}
        >
          {creator.name}
        </Link>
        <span className="block truncate text-13 text-ink-3">
          <bdi>@{creator.username}</bdi>
        </span>
      </div>
      {isDemo && <span className="chip chip-small">{t`Demo`}</span>}
      {children}
    </div>
  );
}

/** The shortened prompt, with buttons that show and copy all of it. */
function Words({ prompt, tools }: { prompt: string | null; tools: PictureTools }) {
  const { copied, copy } = useCopy();
  return (
    <>
      <p
        {...(prompt !== null && written)}
        className="line-clamp-4 text-15 leading-normal text-ink-2"
      >
        {prompt ?? t`No prompt available`}
      </p>
      <div className="mt-0.5 flex gap-4 text-13">
        <button type="button" className="link" data-act="prompt" onClick={tools.prompt}>
          {t`View prompt`}
        </button>
        {prompt && (
          <button type="button" className="link" onClick={() => copy(prompt, t`Prompt copied`)}>
            {copied === prompt ? t`Copied` : t`Copy`}
          </button>
        )}
      </div>
    </>
  );
}

function Actions({
  picture,
  details,
  slots,
  tools,
}: Part & {
  slots: PictureSlots;
  tools: PictureTools;
}) {
  const { imageHost } = useSite();
  const { id, slug } = picture;
  return (
    <div className="actions">
      <ButtonLink look="primary" to={paths.studio({ source: id })}>
        <RemixGlyph size={18} />
        {t`Remix`}
      </ButtonLink>
      {slots.like}
      {slots.collect}
      <IconAnchor
        label={t`Download`}
        data-tip={t`Download`}
        data-act="download"
        href={paths.download({
          url: originalAddress(imageHost, slug, details?.original.format),
          filename: slug,
        })}
      >
        <DownloadSimpleIcon size={20} />
      </IconAnchor>
      <IconButton
        label={t`Echo (share)`}
        data-tip={t`Echo (share)`}
        data-act="share"
        onClick={tools.share}
      >
        <ShareNetworkIcon size={20} />
      </IconButton>
      <div className="more-actions">
        <ButtonLink look="soft" to={paths.studio({ reference: id })}>
          <ImagesSquareIcon size={18} />
          {t`Use as reference`}
        </ButtonLink>
        <ButtonLink look="soft" to={paths.edit({ source: id })}>
          <PaintBrushIcon size={18} />
          {t`Edit the picture`}
        </ButtonLink>
      </div>
    </div>
  );
}

const compact = new Intl.NumberFormat(locale("en"), {
  notation: "compact",
  maximumFractionDigits: 1,
});
const number = (count: number) =>
  count < 10_000 ? count.toLocaleString(locale("en")) : compact.format(count).toLowerCase();

function Counts({ details, likes }: { details: PictureDetails; likes: number }) {
  const { downloads, remixCount, views } = details;
  const counts = [
    { unit: plural(likes, "like", "likes"), count: likes },
    { unit: plural(downloads, "download", "downloads"), count: downloads },
    { unit: plural(remixCount, "remix", "remixes"), count: remixCount },
    { unit: plural(views, "view", "views"), count: views },
  ];
  return (
    <div className="counts">
      {counts.map(({ unit, count }, index) => (
        // The same four in the same order.
        <span key={index}>
          <b>{number(count)}</b> {unit}
        </span>
      ))}
    </div>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  const { slugSearch } = useSite();
  if (tags.length === 0) return null;
  return (
    <ul className="tags" aria-label={t`Tags`}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={paths.search(tag, slugSearch)}>{tag}</Link>
        </li>
      ))}
    </ul>
  );
}

/** Placeholder for details that are loading: as high as usual, so that the layout does not shift. */
function FactsToCome() {
  return <output className="facts-to-come" aria-label={t`Loading the details`} />;
}

type PictureInfoProps = Part & {
  slots: PictureSlots;
  tools: PictureTools;
  heading: "h1" | "h2";
  headingId?: string;
  /** Beside the creator, after the follow button. */
  corner?: ReactNode;
  /** Replaces the details if they could not be read. */
  trouble?: ReactNode;
  children?: ReactNode;
};

/** All details beside a picture that is shown large, in its dialog and on its page. Acceptance row MO-06. */
export function PictureInfo(props: PictureInfoProps) {
  const { picture, details, slots, tools, heading: Heading, headingId } = props;
  const { corner, trouble, children } = props;
  return (
    <aside className="info" aria-label={t`About this image`}>
      <Creator picture={picture}>
        {slots.follow}
        {corner}
      </Creator>
      <div className="flex flex-col gap-2">
        <Heading
          {...written}
          className="title-medium wrap-anywhere"
          id={headingId}
          tabIndex={-1}
          data-first
        >
          {details?.title ?? picture.title}
        </Heading>
        {details ? (
          <Words prompt={details.prompt} tools={tools} />
        ) : (
          <div className="prompt-to-come" />
        )}
      </div>
      <Actions picture={picture} details={details} slots={slots} tools={tools} />
      <Palette colors={picture.colors} />
      {trouble}
      {details === null && !trouble && <FactsToCome />}
      {details && (
        <>
          {details.description && (
            <p {...written} className="text-ink-2 wrap-anywhere whitespace-pre-line">
              {details.description}
            </p>
          )}
          <Facts picture={details} />
          <Counts details={details} likes={slots.likes} />
          <Tags tags={details.tags} />
        </>
      )}
      {children}
    </aside>
  );
}
