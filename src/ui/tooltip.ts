/** The attribute that defines a tooltip: `<button data-tip="Notifications">`. */
const tipped = "[data-tip]";

const loadLayer = () => import("./tooltip-layer.ts");

/**
 * Gives every element with `data-tip` a tooltip: 200 ms after the pointer rests on it, at once on keyboard focus. The
 * rendering code is loaded with the first tooltip. See docs/product.md 9.2. Returns a function that stops it.
 */
export function watchTooltips(): () => void {
  const stop = new AbortController();
  let layer: ReturnType<typeof loadLayer> | undefined;
  const tell = async (event: Event) => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest(tipped) === null) return;
    layer ??= loadLayer();
    const { showTooltip } = await layer;
    showTooltip(event, stop.signal);
  };
  for (const type of ["pointerover", "focusin"]) {
    addEventListener(type, (event) => void tell(event), { signal: stop.signal });
  }
  return () => stop.abort();
}
