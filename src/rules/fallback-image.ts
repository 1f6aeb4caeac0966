/** Five greys, the palette of an unknown picture. See docs/product.md 8.3. */
export const greyPalette = ["#9ca3af", "#d1d5db", "#6b7280", "#e5e7eb", "#374151"] as const;

/** Pixels, before the real size is known. See docs/product.md 9.3. */
export const hydrationSize = { width: 1024, height: 1024 } as const;
export const fallbackSize = { width: 960, height: 540 } as const;

const drawing =
  "<svg xmlns='http://www.w3.org/2000/svg' width='960' height='540' viewBox='0 0 960 540'>" +
  `<rect width='960' height='540' fill='${greyPalette[3]}'/>` +
  `<path d='M0 400 260 190l150 130 130-90 420 310H0z' fill='${greyPalette[1]}'/>` +
  `<circle cx='720' cy='140' r='52' fill='${greyPalette[0]}'/></svg>`;
const address = `data:image/svg+xml,${encodeURIComponent(drawing)}`;

/**
 * Shown where a picture cannot be looked up: 960 x 540, "Fallback Image" by System, in greys.
 * See docs/product.md 8.3 and 9.3.
 */
export const fallbackImage = {
  id: "fallback",
  title: "Fallback Image",
  description: null,
  prompt: null,
  author: { id: "system", name: "System", username: "system", avatar: null },
  ...fallbackSize,
  shape: "landscape",
  colors: greyPalette,
  images: {
    jpg: address,
    webp: address,
    avif: address,
    alt: "Fallback Image",
    ...fallbackSize,
    srcSet: "",
  },
} as const;
