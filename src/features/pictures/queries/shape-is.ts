import { sql } from "kysely";

/** Bounds in whole numbers, as rules/aspect-shape.ts has them. */
export const shapeIs = {
  landscape: sql<boolean>`p.width * 5 > p.height * 6`,
  portrait: sql<boolean>`p.width * 5 < p.height * 4`,
  square: sql<boolean>`p.width * 5 between p.height * 4 and p.height * 6`,
};
