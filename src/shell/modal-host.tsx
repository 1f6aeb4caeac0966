import { lazy, Suspense, useEffect, useState, type ComponentType } from "react";
import { useModal } from "#app/ui/modal.tsx";

const loadPictureModal = () => import("./picture-modal.tsx");

/** If a dialog's code cannot be loaded, e.g. after an update of the site, its page is opened instead. */
function GoToPage() {
  useEffect(() => location.reload(), []);
  return null;
}

/** Loads a dialog on its first use. */
function lazyDialog<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({
    default: await load().catch((): ComponentType<Props> => GoToPage),
  }));
}

const PictureModal = lazyDialog(async () => (await loadPictureModal()).PictureModal);
const CollectionModal = lazyDialog(
  async () => (await import("./collection-modal.tsx")).CollectionModal,
);

/** Loads the picture dialog before the click on a picture. */
function usePreparation() {
  useEffect(() => {
    const near = (event: Event) => {
      if (event.target instanceof Element && event.target.closest(".card")) {
        void loadPictureModal().catch(() => undefined);
      }
    };
    const kinds = ["pointerover", "focusin", "touchstart"];
    for (const kind of kinds) document.addEventListener(kind, near, { passive: true });
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, near);
    };
  }, []);
}

/** True once the value has been true. */
function useEver(is: boolean): boolean {
  const [ever, setEver] = useState(is);
  if (is && !ever) setEver(true);
  return ever || is;
}

/** Shows the dialog that the URL opens over the page: a picture or a collection. See docs/product.md 4.10. */
export function ModalHost() {
  const { state, carried, close } = useModal();
  usePreparation();
  const target = state.open !== null && state.mode === "gallery" ? state.open : null;
  const picture = target?.kind === "image" ? target : null;
  const collection = target?.kind === "collection" ? target : null;
  const showsPictures = useEver(picture !== null);
  const showsCollections = useEver(collection !== null);
  return (
    <Suspense>
      {showsCollections && (
        <CollectionModal target={collection} carried={carried} onClose={close} />
      )}
      {showsPictures && (
        <PictureModal address={picture?.address ?? null} carried={carried} onClose={close} />
      )}
    </Suspense>
  );
}
