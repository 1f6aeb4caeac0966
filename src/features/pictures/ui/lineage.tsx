import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import type { CSSProperties } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { Link } from "#app/ui/link.tsx";
import { useSite } from "#app/ui/site.ts";
import { useOpenPicture } from "./open-picture.ts";
import { isPlainPress } from "./picture-card.tsx";
import type { Tile } from "./tile.ts";
import "./lineage.css";

type LineageProps = {
  source: Tile | null;
  picture: Tile;
  remixes: readonly Tile[];
  /** Inside the dialog: smaller, and a press shows the picture in the dialog. */
  inDialog?: boolean;
};

/** The lineage as a row: the picture this one was made from, and those made from it. Acceptance row MO-09. */
function Line({ source, picture, remixes, inDialog = false }: LineageProps) {
  const { imageHost } = useSite();
  const openPicture = useOpenPicture(null);
  const line = [
    ...(source ? [{ role: t`Source`, item: source }] : []),
    { role: t`This image`, item: picture },
    ...remixes.map((item) => ({ role: t`Remix`, item })),
  ];
  return (
    <ol className={inDialog ? "lineage lineage-small" : "lineage"}>
      {line.map(({ role, item }, index) => (
        <li key={item.id}>
          {index > 0 && <CaretRightIcon size={16} className="rtl:-scale-x-100" />}
          <Link
            to={paths.picture(item.slug)}
            aria-current={item === picture ? "page" : undefined}
            aria-label={`${role}: ${item.title}`}
            onClick={(event) => {
              if (!inDialog || !isPlainPress(event)) return;
              event.preventDefault();
              if (item !== picture) openPicture(item);
            }}
          >
            <img
              alt=""
              src={imageAddress(imageHost, item.slug, { width: 300, format: "webp" })}
              loading="lazy"
              style={{ "--r": item.height / item.width, "--ph": item.colors[0] } as CSSProperties}
            />
            {role}
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** Source, this picture and its remixes; renders nothing without a source and remixes. */
export function Lineage(props: LineageProps) {
  const { source, remixes, inDialog } = props;
  if (source === null && remixes.length === 0) return null;
  if (inDialog) {
    return (
      <section className="info-lineage" aria-labelledby="dialog-lineage">
        <h3 className="label" id="dialog-lineage">
          {t`Echoes`}
        </h3>
        <Line {...props} />
      </section>
    );
  }
  return (
    <section className="mt-10" aria-labelledby="lineage">
      <h2 className="title-small" id="lineage">
        {t`Echoes`}
      </h2>
      <p className="mt-0.5 mb-4 max-w-[60ch] text-ink-2">
        {t`Where this picture came from, and what others cast from it.`}
      </p>
      <Line {...props} />
    </section>
  );
}
