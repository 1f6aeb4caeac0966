/** Fills in what a prompt leaves open about a person, by a stream of chance. */
import type { Rng } from "../../core/rng.ts";
import type { PersonLook } from "./look.ts";

const SKINS = ["#f0c8a4", "#e3b089", "#dca477", "#b57a4c", "#8a5635", "#643d28"];
const HAIRS = ["#241915", "#4f2f1d", "#7d4423", "#b98a45", "#17171c", "#8d3b1f"];
const TOPS = ["#b8472f", "#2f5d62", "#d9a441", "#43583e", "#3f4a7a", "#8f4f78", "#c9c2b2"];
const BOTTOMS = ["#2f3747", "#3f5f92", "#4a3b2e", "#5b6472"];
const GREY_HAIR = "#cfcac4";
const BUILDS = ["man", "woman"] as const;
const LONG_HAIR = ["long", "wave", "bun", "short"] as const;

/** The whole look of a person of whom the prompt says `said`. The number of draws is always the same. */
export function chooseLook(said: Partial<PersonLook>, rng: Rng): PersonLook {
  const build = rng.pick(BUILDS);
  const hair = rng.pick(LONG_HAIR);
  const drawn = {
    skin: rng.pick(SKINS),
    hairColour: rng.pick(HAIRS),
    top: rng.pick(TOPS),
    bottom: rng.pick(BOTTOMS),
    turn: rng.pick([-1, 0, 1]),
  };
  const look = { build, pose: "stand", outfit: "casual", ...drawn, ...said } as const;
  const short = look.build === "man" || look.build === "boy";
  return {
    ...look,
    hair: said.hair ?? (short ? "short" : hair),
    hairColour: said.hairColour ?? (said.old ? GREY_HAIR : drawn.hairColour),
  };
}

/** The look under which a kind of person is listed in the library. */
export const usualLook = (build: PersonLook["build"]): PersonLook => ({
  build,
  pose: "stand",
  skin: SKINS[1],
  hair: build === "man" || build === "boy" ? "short" : "long",
  hairColour: HAIRS[1],
  outfit: "casual",
  top: TOPS[1],
  bottom: BOTTOMS[0],
  turn: 0,
});
