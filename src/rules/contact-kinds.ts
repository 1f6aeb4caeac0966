/** What a message to the operator is about; each has a form of its own. See docs/product.md 2.7. */
export const contactKinds = ["contact", "idea", "bug", "feature", "commission"] as const;

export type ContactKind = (typeof contactKinds)[number];

/** Limits in UTF-16 units, as the browser counts them. */
export const contactLimits = { name: 120, body: 5000 } as const;

/** The kind that an address names; null for none of them. No name is plain contact. */
export function contactKindOf(name: string | undefined): ContactKind | null {
  if (name === undefined) return "contact";
  return contactKinds.find((kind) => kind !== "contact" && kind === name) ?? null;
}
