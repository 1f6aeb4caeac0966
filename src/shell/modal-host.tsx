import { lazy, Suspense, useEffect, useState, type ComponentType } from "react";
import { useModal } from "../ui/modal.tsx";

const loadPictureModal = () => import("./picture-modal.tsx");

/** A dialog's code is not to be had, e.g. after an update of the site: the page at its address needs none of it. */
function GoToPage() {
  useEffect(() => location.reload(), []);
  return null;
}

/** Loads a dialog with its first use. */
function lazyDialog<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({
    default: await load().catch((): ComponentType<Props> => GoToPage),
  }));
}

const PictureModal = lazyDialog(async () => (await loadPictureModal()).PictureModal);

/** Loads the picture dialog when a press on a picture is near. */
function usePreparation() {
  useEffect(() => {
    const near = (event: Event) => {
      if (event.target instanceof Element && event.target.closest(".print")) {
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

/** Shows over the page what its address opens: a picture or a collection. Specification, section 4: Modal. */
export function ModalHost() {
  const { state, carried, close } = useModal();
  usePreparation();
  const target = state.open !== null && state.mode === "gallery" ? state.open : null;
  const address = target?.kind === "image" ? target.address : null;
  const [pictureWasOpened, setPictureWasOpened] = useState(false);
  if (address !== null && !pictureWasOpened) setPictureWasOpened(true);
  return (
    <Suspense>
      {pictureWasOpened && <PictureModal address={address} carried={carried} onClose={close} />}
    </Suspense>
  );
}
