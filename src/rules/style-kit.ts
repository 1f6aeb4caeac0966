import { colorName } from "./color-name.ts";

/** A look: colours, and words for material, lighting and camera. See docs/product.md 2.3. */
export type KitLook = {
  /** `#rrggbb`, from main to accent colour, at most five. */
  palette: readonly string[];
  material: string;
  lighting: string;
  camera: string;
};

/** Limits in characters, and number of colours. */
export const kitLimits = { name: 60, words: 200, colors: 5 } as const;

const list = new Intl.ListFormat("en-GB");

/** The words a kit adds to a prompt, its colours by name; empty for an empty kit. */
export function kitPhrases({ palette, material, lighting, camera }: KitLook): string {
  const names = [...new Set(palette.map(colorName))];
  return [
    material.trim(),
    lighting.trim(),
    camera.trim(),
    names.length > 0 ? `palette of ${list.format(names)}` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** A prompt followed by a kit's words, for engines without kits. */
export function promptWithKit(prompt: string, kit: KitLook): string {
  const words = kitPhrases(kit);
  if (words === "") return prompt;
  return `${prompt.replace(/[\s,.;]+$/u, "")}, ${words}`;
}
