import { useEffect, useId, useMemo, useRef } from "react";
import { t } from "#app/language/message.ts";
import { images } from "#app/rules/counted.ts";
import { paths } from "#app/paths.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonAnchor, IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ModalDialog } from "#app/ui/modal-dialog.tsx";
import { MoreButton } from "#app/ui/more-button.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { useList } from "#app/ui/data/use-list.ts";
import { written } from "#app/ui/written.ts";
import type { ActionsComponent } from "#app/features/pictures/ui/picture-dialog.tsx";
import { toTile } from "#app/features/pictures/ui/tile.ts";
import { Wall } from "#app/features/pictures/ui/wall.tsx";
import { Link } from "#app/ui/link.tsx";
import type { ApiCollection } from "../http.ts";
import { api } from "./api.ts";
import { Mosaic } from "./mosaic.tsx";
import type { CarriedCollection } from "./open-collection.ts";
import "./collection-dialog.css";
import "./collection-head.css";

type Target = { username: string; id: string };

/** Loads the collection at the URL; closes the dialog if it is not available. Acceptance row MO-04. */
function useCollection({ username, id }: Target, onMissing: () => void): ApiCollection | null {
  // Otherwise each response would reset a list to which pages were added.
  const { data, failure } = useQuery(
    `collection ${username} ${id}`,
    (signal) => api.get("/api/collections/:id", { param: { id }, query: { username }, signal }),
    { onFocus: false },
  );
  const latest = useRef(onMissing);
  useEffect(() => {
    latest.current = onMissing;
  });
  const status = failure?.status ?? null;
  useEffect(() => {
    if (status === null) return;
    // oxlint-disable-next-line no-console -- docs/product.md 8.3 wants it logged
    console.error(`Collection not found: ${id}, status ${status}`);
    latest.current();
    void showToast("error", t`Collection not found`);
  }, [id, status]);
  return data;
}

const keyOf = ({ id }: { id: string }) => id;

type PicturesProps = { collection: ApiCollection; Actions: ActionsComponent };

function Pictures({ collection, Actions }: PicturesProps) {
  const { id, owner } = collection;
  const { items, next, reading, readMore } = useList({
    first: collection,
    keyOf,
    readPage: (cursor, signal) =>
      api.get("/api/collections/:id", {
        param: { id },
        query: { username: owner.username, cursor },
        signal,
      }),
  });
  const pictures = useMemo(() => items.map(toTile), [items]);
  if (items.length === 0)
    return <p className="px-(--page) text-ink-2">{t`Nothing is in it yet.`}</p>;
  return (
    <>
      <Actions pictures={pictures}>
        {(actions) => (
          <Wall
            pictures={pictures}
            name={`collection ${id}`}
            more={next === null ? null : () => void readMore()}
            actions={actions}
          />
        )}
      </Actions>
      {next !== null && (
        <MoreButton
          href={paths.collection(owner.username, id, { cursor: next })}
          reading={reading}
          onMore={() => void readMore()}
        />
      )}
    </>
  );
}

type ContentProps = {
  target: Target;
  carried: CarriedCollection | null;
  titleId: string;
  onClose: () => void;
  Actions: ActionsComponent;
};

function Content({ target, carried, titleId, onClose, Actions }: ContentProps) {
  const collection = useCollection(target, onClose);
  const known = collection ?? carried?.collection ?? null;
  return (
    <div className="dialog-body collection-dialog">
      <header className="collection-head">
        <div className="min-w-0 flex-1">
          <h2 {...written} className="title-large wrap-anywhere" id={titleId}>
            {known?.name ?? t`Collection`}
          </h2>
          {known && (
            <p className="mt-2.5 flex items-center gap-2.5">
              <Avatar name={known.owner.name} src={known.owner.avatar} size={24} />
              <Link className="font-[580]" to={paths.creator(known.owner.username)}>
                {known.owner.name}
              </Link>
              <span className="text-ink-2">{images(known.count)}</span>
            </p>
          )}
          {collection?.description && (
            <p {...written} className="collection-about">
              {collection.description}
            </p>
          )}
        </div>
        <ButtonAnchor look="soft" size="small" href={paths.collection(target.username, target.id)}>
          {t`Open page`}
        </ButtonAnchor>
      </header>
      <IconButton className="dialog-close" label={t`Close`} data-first onClick={onClose}>
        <Icon name="x" size={20} />
      </IconButton>
      {collection ? (
        <Pictures key={collection.id} collection={collection} Actions={Actions} />
      ) : (
        <div className="px-(--page)">
          <output className="sr-only">{t`Loading the collection`}</output>
          {carried && <Mosaic covers={carried.collection.covers} />}
        </div>
      )}
    </div>
  );
}

type CollectionDialogProps = {
  /** The collection at the URL; null closes the dialog. */
  shown: { target: Target; carried: CarriedCollection | null } | null;
  onClose: () => void;
  /** Like and collect buttons of the pictures; passed in, because their slices are above this one. */
  Actions: ActionsComponent;
};

/** A collection in a dialog over the current page. See docs/product.md 4.10; acceptance row CO-02. */
export function CollectionDialog({ shown, onClose, Actions }: CollectionDialogProps) {
  const titleId = useId();
  return (
    <ModalDialog
      shown={shown}
      onClose={onClose}
      labelledBy={titleId}
      className="dialog dialog-wide"
    >
      {({ target, carried }) => (
        <Content
          key={target.id}
          target={target}
          carried={carried}
          titleId={titleId}
          onClose={onClose}
          Actions={Actions}
        />
      )}
    </ModalDialog>
  );
}
