import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { LinkSimpleIcon } from "@phosphor-icons/react/dist/csr/LinkSimple";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { originalAddress } from "../../../rules/image-address.ts";
import { RemixGlyph } from "../../../ui/glyphs.tsx";
import { useSite } from "../../../ui/site.ts";
import { useCopy } from "../../../ui/use-copy.ts";
import type { PicturePage } from "../queries.ts";

/** Remix, download, share. */
export function Actions({ picture }: { picture: PicturePage }) {
  const { imageHost } = useSite();
  const { copy } = useCopy();
  const { id, slug } = picture;
  return (
    <div className="acts">
      <Link className="b b-ink" to={paths.studio({ source: id })}>
        <RemixGlyph size={18} />
        Remix
      </Link>
      <a
        className="ib"
        aria-label="Download"
        title="Download"
        href={paths.download({ url: originalAddress(imageHost, slug), filename: slug })}
      >
        <DownloadSimpleIcon size={20} />
      </a>
      <button
        type="button"
        className="ib"
        aria-label="Copy link"
        title="Copy link"
        onClick={() =>
          copy(new URL(paths.picture(slug), location.href).href, "Link copied. Ready to echo.")
        }
      >
        <LinkSimpleIcon size={20} />
      </button>
    </div>
  );
}
