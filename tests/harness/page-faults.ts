/** What is wrong with a page that axe does not see. Each runs in the page, so it uses nothing from outside itself. */

/** Text that is cut off, lies outside the window or hangs out of its control, and a page that scrolls sideways. */
export function textFaults(): string[] {
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) {
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    );
    const names = wide.map(({ tagName, className }) => `${tagName} "${className}"`).slice(0, 6);
    found.push(`the page is ${scrollWidth} px wide: ${names.join(", ")}`);
  }
  const said = (element: Element, what: string) => {
    const { tagName, className } = element;
    const words = element.textContent?.trim().slice(0, 40);
    found.push(`${tagName.toLowerCase()} "${className}" "${words}" ${what}`);
  };
  /** Shortened on purpose; the whole is elsewhere. */
  const isShortened = ({ textOverflow, webkitLineClamp }: CSSStyleDeclaration) =>
    textOverflow === "ellipsis" || webkitLineClamp !== "none";
  const isForReadersOnly = (element: Element) =>
    element.closest(".sr-only") !== null || getComputedStyle(element).clipPath !== "none";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement;
    if (element === null || text.textContent?.trim() === "") continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1 || isForReadersOnly(element)) continue;
    let canScroll = false;
    for (let around: Element | null = element; around; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (isShortened(style) || isForReadersOnly(around)) {
        canScroll = true;
        break;
      }
      const edge = around.getBoundingClientRect();
      const across = box.right > edge.right + 1 || box.left < edge.left - 1;
      const along = box.bottom > edge.bottom + 1 || box.top < edge.top - 1;
      if (/auto|scroll/.test(style.overflowX) || /auto|scroll/.test(style.overflowY)) {
        canScroll = true;
        break;
      }
      if (/hidden|clip/.test(style.overflowX) && (across || along)) {
        said(element, `is cut off by "${around.className}"`);
        break;
      }
      const isControl = around.matches("button, .button, .chip, .segment > *, input, select");
      if (isControl && (box.width > edge.width + 2 || box.height > edge.height + 4)) {
        said(element, `hangs out of its control by ${Math.round(box.width - edge.width)} px`);
        break;
      }
      if (style.position === "fixed") break;
    }
    if (!canScroll && (box.right > clientWidth + 1 || box.left < -1)) said(element, "is outside");
  }
  return found;
}

/** Controls smaller than 24 px (WCAG 2.5.8): not in a line of text, and with another control within 24 px. */
export function smallTargets(): string[] {
  const controls = [
    ...document.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=option], [role=treeitem]",
    ),
  ]
    .map((control) => (control.matches(".invisible-input") ? control.closest("label") : control))
    .filter((control) => control !== null)
    .filter((control) =>
      control.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    )
    .map((control) => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  const centre = ({ left, top, width, height }: DOMRect) => [left + width / 2, top + height / 2];
  return controls
    .filter(({ control, box }) => {
      if (box.width >= 24 && box.height >= 24) return false;
      // In a line of text, or the browser's own look.
      const { display } = getComputedStyle(control);
      if (display === "inline" || control.closest("label") !== null) return false;
      const [x, y] = centre(box);
      return controls.some((other) => {
        if (other.control === control || other.control.contains(control)) return false;
        const { left, right, top, bottom } = other.box;
        const dx = Math.max(left - x, 0, x - right);
        const dy = Math.max(top - y, 0, y - bottom);
        return Math.hypot(dx, dy) < 12;
      });
    })
    .map(({ control, box }) => {
      const name = control.ariaLabel ?? control.textContent?.trim().slice(0, 30);
      return `${control.tagName} "${name}" is ${Math.round(box.width)} × ${Math.round(box.height)}`;
    });
}

/** Controls whose accessible name does not contain their visible words (WCAG 2.5.3). */
export function misnamed(): string[] {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return [...document.querySelectorAll<HTMLElement>("a[aria-label], button[aria-label]")]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .filter((control) => {
      const shown = control.cloneNode(true) as HTMLElement;
      for (const hidden of shown.querySelectorAll("[aria-hidden=true], .sr-only")) hidden.remove();
      return !plain(control.ariaLabel ?? "").includes(plain(shown.textContent ?? ""));
    })
    .map((control) => `"${control.ariaLabel}" says "${control.textContent}"`);
}

/** What people have written, in a language that nobody named, and that claims to be in the language of the page. */
export function claimedLanguages(): string[] {
  const texts = document.querySelectorAll("[dir=auto]:not(bdi, input, textarea)");
  return [...texts]
    .filter((element) => element.getAttribute("lang") !== "")
    .map((element) => element.outerHTML.slice(0, 80));
}
