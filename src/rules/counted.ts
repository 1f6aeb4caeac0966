import { plural } from "#app/language/message.ts";

/** A count with its unit, for a whole message or where one is put together from facts: "2 images". */
export type Unit = (count: number) => string;

export const images: Unit = (count) => plural(count, "# image", "# images");
export const members: Unit = (count) => plural(count, "# member", "# members");
export const credits: Unit = (count) => plural(count, "# credit", "# credits");
