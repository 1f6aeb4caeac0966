/** The fields of the profile's form, by part. See docs/product.md 3.1. */

import { t } from "#app/language/message.ts";

export type ProfileField =
  | "name"
  | "lastName"
  | "username"
  | "profession"
  | "bio"
  | "website"
  | "twitterUsername"
  | "instagramUsername"
  | "linkedinUsername"
  | "facebookId"
  | "location.label"
  | "location.city"
  | "location.state"
  | "location.country"
  | "location.lat"
  | "location.lon"
  | "paypalEmail"
  | "stripeLink";

export type FieldFacts = {
  field: ProfileField;
  label: string;
  kind?: "text" | "url" | "email" | "lines" | "degrees";
  /** For the browser's own filling. */
  fill?: string;
  hint?: string;
};

export type ProfilePart = {
  title: string;
  about?: string;
  fields: FieldFacts[];
  /** Fields that few people fill in, shown by a press. */
  more?: { title: string; fields: FieldFacts[] };
};

export const profileParts: readonly ProfilePart[] = [
  {
    title: t`About you`,
    fields: [
      { field: "name", label: t`Alias`, fill: "nickname", hint: t`The name beside your pictures` },
      { field: "lastName", label: t`Last name`, fill: "family-name" },
      { field: "username", label: t`Username`, fill: "username" },
      { field: "profession", label: t`Profession`, fill: "organization-title" },
      { field: "bio", label: t`Bio`, kind: "lines", hint: t`At most 500 characters` },
    ],
  },
  {
    title: t`Links`,
    fields: [
      { field: "website", label: t`Website`, kind: "url", fill: "url", hint: "https://…" },
      { field: "twitterUsername", label: t`X username` },
      { field: "instagramUsername", label: t`Instagram username` },
      { field: "linkedinUsername", label: t`LinkedIn username` },
      { field: "facebookId", label: t`Facebook username` },
    ],
  },
  {
    title: t`Location`,
    about: t`Shown on your page.`,
    fields: [
      { field: "location.label", label: t`Location` },
      { field: "location.city", label: t`City`, fill: "address-level2" },
      { field: "location.state", label: t`State or region`, fill: "address-level1" },
      { field: "location.country", label: t`Country`, fill: "country-name" },
    ],
    more: {
      title: t`Coordinates, shown to nobody`,
      fields: [
        { field: "location.lat", label: t`Latitude`, kind: "degrees", hint: t`-90 to 90` },
        { field: "location.lon", label: t`Longitude`, kind: "degrees", hint: t`-180 to 180` },
      ],
    },
  },
  {
    title: t`Payments`,
    about: t`Seen by you alone.`,
    fields: [
      { field: "paypalEmail", label: t`PayPal email`, kind: "email" },
      { field: "stripeLink", label: t`Stripe payment link`, kind: "url", hint: "https://…" },
    ],
  },
];

type Plain = { [key: string]: unknown };

/** A field's value as its input shows it. */
export function shownValue(profile: Plain, field: ProfileField): string {
  const [first = "", second] = field.split(".");
  const value = second === undefined ? profile[first] : (profile[first] as Plain | null)?.[second];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Degrees as they were typed, a comma for a point too; NaN where they are no number. */
function degrees(typed: string): number | null {
  const text = typed.trim().replace(",", ".");
  return text === "" ? null : Number(text);
}

export type ProfileChange =
  | { ok: true; body: Plain }
  | { ok: false; errors: Partial<Record<ProfileField, string>> };

/**
 * The typed values as the body of a change: the whole location, because it is replaced as a whole, and every other field
 * that was shown.
 * @param typed values by field; a field that is not shown is absent
 */
export function profileChange(typed: ReadonlyMap<ProfileField, string>): ProfileChange {
  const body: Plain = {};
  const location: Plain = {};
  const errors: Partial<Record<ProfileField, string>> = {};
  for (const [field, value] of typed) {
    const [first = "", second] = field.split(".");
    if (second === undefined) body[first] = value;
    else if (second === "lat" || second === "lon") {
      location[second] = degrees(value);
      if (Number.isNaN(location[second])) errors[field] = t`Give a number of degrees`;
    } else location[second] = value.trim() === "" ? null : value;
  }
  const isEmpty = Object.values(location).every((value) => value === null);
  if (Object.keys(location).length > 0) body.location = isEmpty ? null : location;
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, body };
}
