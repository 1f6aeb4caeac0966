import { t } from "#app/language/message.ts";
import { images } from "#app/rules/counted.ts";
import { paths } from "#app/paths.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import type { CollectionCard } from "../queries.ts";
import { Mosaic } from "./mosaic.tsx";
import { loadCollectionDialog, useOpenCollection } from "./open-collection.ts";
import "./collection-grid.css";

type CollectionGridProps = {
  collections: readonly CollectionCard[];
  /** Shows the owners, for lists of several people's collections. */
  owners?: boolean;
  /** Links to the page instead of the dialog, as for one's own collections, which are edited there. */
  direct?: boolean;
};

const prepare = () => void loadCollectionDialog();

/** Collections as mosaics with their names; a click opens the dialog, or the page. */
export function CollectionGrid({
  collections,
  owners = false,
  direct = false,
}: CollectionGridProps) {
  const open = useOpenCollection();
  return (
    <ul className="collection-grid" onPointerOver={direct ? undefined : prepare}>
      {collections.map((collection) => {
        const { id, name, owner, count, isPublic, isHidden } = collection;
        return (
          <li key={id}>
            <Link
              className="collection-card ring-outside"
              to={paths.collection(owner.username, id)}
              onClick={direct ? undefined : (event) => open(event, collection)}
            >
              <Mosaic covers={collection.covers} />
              <span className="collection-name">
                <b className="truncate">{name}</b>
                <span className="collection-note">
                  {(!isPublic || isHidden) && (
                    <>
                      <Icon name="lock-simple" size={14} />
                      <span className="sr-only">{isHidden ? t`Hidden` : t`Private`}, </span>
                    </>
                  )}
                  {images(count)}
                </span>
              </span>
              {owners && <span className="collection-owner truncate">{owner.name}</span>}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
