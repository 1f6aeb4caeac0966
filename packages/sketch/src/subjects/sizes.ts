/** How large things are beside one another, where several are in one picture. */
import { GROUP_OF, type SubjectGroup } from "./nouns.ts";

const TINY =
  `ant beetle lady-beetle cricket spider bug worm snail honeybee mosquito butterfly baby-chick mouse fork spoon table-knife pen coin ring
  leaf strawberry blueberries cherries olive egg candy cookie game-die chess-pawn snowflake peanuts chestnut toothbrush comb wristwatch
  computer-mouse`.split(/\s+/);
const SMALL =
  `rat hamster frog lizard scorpion crab shrimp bird dove hatching-chick hedgehog cup hot-beverage phone tv-remote scissors glove sock tie
  drinking-glass wine-glass plate candle envelope closed-book open-book sunglasses teapot`.split(
    /\s+/,
  );
const LARGE =
  `elephant giraffe mammoth rhinoceros hippopotamus camel two-hump-camel moose bison horse sauropod t-rex dragon bed couch table
  refrigerator bookshelf cupboard door ladder street-lamp traffic-light stop-sign whale spouting-whale desk`.split(
    /\s+/,
  );

const OF_ID: ReadonlyMap<string, number> = new Map([
  ...TINY.map((id) => [id, 0.42] as const),
  ...SMALL.map((id) => [id, 0.58] as const),
  ...LARGE.map((id) => [id, 1.3] as const),
]);
const OF_GROUP: Partial<Record<SubjectGroup, number>> = {
  food: 0.6,
  things: 0.7,
  household: 0.75,
  flyers: 0.7,
  floaters: 0.7,
  vehicles: 1.1,
  buildings: 1.7,
  landmarks: 1.6,
  aircraft: 1.2,
  vessels: 1.2,
};
/** Nothing becomes smaller than this beside the largest: it is still to be seen. */
const SMALLEST = 0.42;

const sizeOf = (id: string): number => OF_ID.get(id) ?? OF_GROUP[GROUP_OF.get(id) ?? "things"] ?? 1;

/** Share of the usual height for each of several things; the largest keeps all of it. */
export function sizesOf(ids: readonly string[]): number[] {
  const largest = Math.max(...ids.map(sizeOf));
  return ids.map((id) => Math.max(SMALLEST, sizeOf(id) / largest));
}
