/** Relative luminance of a `#rrggbb` colour, 0 to 1 (WCAG 2.2). */
export function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Black or white text for a ground of this colour, whichever contrasts more: always at least 4.5 to 1. */
export function contrastInk(hex: string): "#000000" | "#ffffff" {
  // Where both contrast alike: (l + .05) / .05 = 1.05 / (l + .05).
  return luminance(hex) > Math.sqrt(0.05 * 1.05) - 0.05 ? "#000000" : "#ffffff";
}
