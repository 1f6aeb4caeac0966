import { sql } from "kysely";
import type { Shape } from "#app/rules/aspect-shape.ts";

/** The shape of a row `p` of pictures, as rules/aspect-shape.ts has it; written as the index pictures_of_shape is. */
const shape = sql<Shape>`(case when p.width * 5 > p.height * 6 then 'landscape'
  when p.width * 5 < p.height * 4 then 'portrait' else 'square' end)`;

/** Literals, so that the planner knows how many pictures have the shape. */
export const shapeIs = {
  landscape: sql<boolean>`${shape} = 'landscape'`,
  portrait: sql<boolean>`${shape} = 'portrait'`,
  square: sql<boolean>`${shape} = 'square'`,
};
