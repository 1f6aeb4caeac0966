import { t } from "#app/language/message.ts";

export type Licence = { label: string; href: string | null };

const commons = (name: string): Licence => ({
  label: `CC ${name.toUpperCase()} 4.0`,
  href: `https://creativecommons.org/licenses/${name}/4.0/`,
});

/** Licences that a member can choose (docs/product.md 10.3). */
export const licences = {
  "cc-by": commons("by"),
  "cc-by-sa": commons("by-sa"),
  "cc-by-nc": commons("by-nc"),
  "cc-by-nc-sa": commons("by-nc-sa"),
  "cc-by-nd": commons("by-nd"),
  "cc-by-nc-nd": commons("by-nc-nd"),
  cc0: { label: "CC0 1.0", href: "https://creativecommons.org/publicdomain/zero/1.0/" },
  "all-rights-reserved": { label: t`All rights reserved`, href: null },
} as const satisfies Record<string, Licence>;

/** Ids of the licences, as pictures have them. */
export const licenceIds = Object.keys(licences) as (keyof typeof licences)[];

/** Name and address of a licence; one that came with an imported picture is named as it is. */
export function licenceOf(id: string): Licence {
  return Object.hasOwn(licences, id)
    ? licences[id as keyof typeof licences]
    : { label: id, href: null };
}
