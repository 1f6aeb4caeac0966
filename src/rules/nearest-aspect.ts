import { aspects, aspectSizes, type Aspect } from "./aspects.ts";

/** The aspect that crops a picture of this size the least. */
export function nearestAspect(width: number, height: number): Aspect {
  const distance = (aspect: Aspect) => {
    const size = aspectSizes[aspect];
    return Math.abs(Math.log((width / height) * (size.height / size.width)));
  };
  return aspects.reduce((best, aspect) => (distance(aspect) < distance(best) ? aspect : best));
}
