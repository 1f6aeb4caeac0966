import { StarIcon } from "@phosphor-icons/react/dist/csr/Star";
import { EyeIcon } from "@phosphor-icons/react/dist/csr/Eye";
import { EyeSlashIcon } from "@phosphor-icons/react/dist/csr/EyeSlash";
import type { MouseEvent } from "react";
import { locale, t } from "#app/language/message.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { useSite } from "#app/ui/site.ts";
import type { Asset } from "#app/features/pictures/queries.ts";
import { PictureLink } from "#app/features/pictures/ui/picture-link.tsx";
import { Table } from "#app/ui/table.tsx";
import { written } from "#app/ui/written.ts";
import { assetTile, useOfferedAssets } from "./asset-pictures.ts";
import { SelectAll, SelectRow } from "./selection.tsx";
import type { Selection } from "./use-selection.ts";
import "#app/ui/state.css";
import "./asset-table.css";

const day = new Intl.DateTimeFormat(locale("en-GB"), {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** Labels of the picture states in the admin area. */
export const assetStates: Record<Asset["state"], { tone: string; text: string }> = {
  approved: { tone: "moss", text: t`Approved` },
  waiting: { tone: "ochre", text: t`Waiting` },
  rejected: { tone: "rust", text: t`Rejected` },
  hidden: { tone: "dim", text: t`Account off` },
  removed: { tone: "dim", text: t`Deleted` },
};

/** Name of the list of pictures that the dialog steps through. */
const listName = "assets";

/** Whether a press in a row is meant for a link or a box in it. */
const isOnControl = ({ target }: MouseEvent) =>
  target instanceof Element && target.closest("a, button, label, input") !== null;

type AssetTableProps = { items: readonly Asset[]; selection: Selection };

function Thumb({ asset }: { asset: Asset }) {
  const { imageHost } = useSite();
  const src = imageAddress(imageHost, asset.filename, { width: 300, format: "webp" });
  return (
    <img
      className="asset-thumb"
      src={src}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      style={{ backgroundColor: asset.colors[0] }}
    />
  );
}

/** Pictures in every state, one a row, to choose from. */
export function AssetTable({ items, selection }: AssetTableProps) {
  useOfferedAssets(listName, items);
  return (
    <Table label={t`Pictures`}>
      <thead>
        <tr>
          <th scope="col">
            <SelectAll selection={selection} />
          </th>
          <th scope="col">{t`Image`}</th>
          <th scope="col" className="wide">
            {t`Creator`}
          </th>
          <th scope="col">{t`Status`}</th>
          <th scope="col" className="wide">
            {t`Public`}
          </th>
          <th scope="col" className="number wide">
            {t`Size`}
          </th>
          <th scope="col" className="number wide">
            {t`Likes`}
          </th>
          <th scope="col" className="number wide">
            {t`Created`}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((asset) => {
          const { id, title, filename, creator, state, picked, isPublic } = asset;
          const Shown = isPublic ? EyeIcon : EyeSlashIcon;
          return (
            // By keyboard the checkbox does the same.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
            <tr
              key={id}
              data-chosen={selection.has(id) || undefined}
              onClick={(event) => {
                if (isOnControl(event)) return;
                selection.set(id, !selection.has(id), event.shiftKey);
              }}
              // Shift and a press would select text from row to row.
              onMouseDown={(event) =>
                event.shiftKey && !isOnControl(event) && event.preventDefault()
              }
            >
              <td>
                <SelectRow selection={selection} id={id} name={title} />
              </td>
              <td>
                <div className="asset">
                  <Thumb asset={asset} />
                  <div className="min-w-0">
                    <PictureLink
                      {...written}
                      className="asset-title"
                      list={listName}
                      picture={assetTile(asset)}
                    >
                      {title}
                    </PictureLink>
                    <span dir="ltr" className="mono block truncate text-11 text-ink-3">
                      {filename}
                    </span>
                  </div>
                </div>
              </td>
              <td className="wide text-ink-2">
                <bdi>@{creator.username}</bdi>
              </td>
              <td>
                <span className="state" data-tone={assetStates[state].tone}>
                  {assetStates[state].text}
                </span>
                {picked && (
                  <span className="asset-pick">
                    <StarIcon size={14} weight="fill" aria-hidden />
                    {t`Picked`}
                  </span>
                )}
              </td>
              <td className="wide text-ink-2">
                <Shown size={18} aria-hidden />
                <span className="sr-only">{isPublic ? t`Public` : t`Private`}</span>
              </td>
              <td className="number wide text-ink-2">
                {asset.width}×{asset.height}
              </td>
              <td className="number wide">{asset.likes.toLocaleString(locale("en"))}</td>
              <td className="number wide whitespace-nowrap text-ink-2">
                {day.format(new Date(asset.createdAt))}
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
