/** The modal dialog that takes input now, or the page's body. */
function front(layer: HTMLElement): HTMLElement {
  // Behind the frontmost dialog everything is inert, so the focus is never there.
  const focused = document.activeElement?.closest<HTMLElement>("dialog:modal");
  const around = layer.closest<HTMLElement>("dialog:modal");
  const last = [...document.querySelectorAll<HTMLElement>("dialog:modal")].at(-1);
  return focused ?? around ?? last ?? document.body;
}

/**
 * Keeps a layer in front of the page and of every modal dialog, and usable there: it is a popover, which the browser
 * draws above everything, inside the frontmost dialog, outside of which everything is inert.
 * @returns brings the layer in front of popovers too, e.g. of an open menu
 */
export function keepInFront(layer: HTMLElement): () => void {
  layer.popover = "manual";
  function raise() {
    const parent = front(layer);
    if (layer.parentElement === parent) layer.hidePopover();
    else parent.append(layer);
    layer.showPopover();
  }
  const observer = new MutationObserver((changes) => {
    const isLost = !layer.isConnected;
    const isToggled = changes.some(({ type }) => type === "attributes");
    if (isLost || (isToggled && layer.parentElement !== front(layer))) raise();
  });
  observer.observe(document, {
    subtree: true,
    // A dialog that is taken out of the page takes the layer with it.
    childList: true,
    attributeFilter: ["open"],
  });
  raise();
  return raise;
}
