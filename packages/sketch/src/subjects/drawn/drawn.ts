/** The drawings made for Sketch, beside those of the packed library. */
import type { Drawing } from "../library.ts";
import { usualLook } from "../people/choose-look.ts";
import { figureDrawing } from "../people/figure.ts";
import { APPLIANCES } from "./appliances.ts";
import { CLOTHES } from "./clothes.ts";
import { FURNITURE } from "./furniture.ts";
import { HOUSES } from "./houses.ts";
import { OUTDOORS } from "./outdoors.ts";
import { TABLEWARE } from "./tableware.ts";
import { TOOLS } from "./tools.ts";

const SHEETS = {
  ...TABLEWARE,
  ...FURNITURE,
  ...APPLIANCES,
  ...CLOTHES,
  ...OUTDOORS,
  ...TOOLS,
  ...HOUSES,
};

/** People by the kind that a noun names; what else a prompt says of them is drawn by their look. */
const PEOPLE = [
  ["figure-man", "man"],
  ["figure-woman", "woman"],
  ["figure-boy", "boy"],
  ["figure-girl", "girl"],
  ["figure-person", "woman"],
] as const;

/** Every one of them by its key. */
export const DRAWN: readonly (readonly [string, Drawing])[] = [
  ...Object.entries(SHEETS).map(
    ([id, [w, h, ...shapes]]) => [id, { w, h, body: shapes.join("") }] as const,
  ),
  ...PEOPLE.map(([id, build]) => [id, figureDrawing(usualLook(build))] as const),
];
