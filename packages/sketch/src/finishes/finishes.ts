import type { Finish, FinishName } from "../types.ts";
import { blueprint } from "./blueprint.ts";
import { anime, comic } from "./cel.ts";
import { glass } from "./glass.ts";
import { gouache } from "./gouache.ts";
import { ink } from "./ink.ts";
import { linocut } from "./linocut.ts";
import { lowpoly } from "./lowpoly.ts";
import { mosaic } from "./mosaic.ts";
import { neon } from "./neon.ts";
import { impressionist, oil, painterly } from "./paint.ts";
import { papercut } from "./papercut.ts";
import { pencil } from "./pencil.ts";
import { noir, sepia, vintage } from "./photo.ts";
import { pixel } from "./pixel.ts";
import { pointillism } from "./pointillism.ts";
import { risograph } from "./risograph.ts";
import { watercolor } from "./watercolor.ts";
import { woodblock } from "./woodblock.ts";

/** Every medium Sketch can turn a display-linear picture into, in place. */
export const finishes: Readonly<Record<FinishName, Finish>> = {
  oil,
  painterly,
  impressionist,
  gouache,
  watercolor,
  ink,
  pencil,
  pixel,
  lowpoly,
  comic,
  anime,
  woodblock,
  linocut,
  papercut,
  glass,
  mosaic,
  pointillism,
  neon,
  noir,
  vintage,
  sepia,
  blueprint,
  risograph,
};
