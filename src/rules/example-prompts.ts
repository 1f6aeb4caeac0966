import { guidePicture } from "./guide-picture.ts";

/**
 * What the studio offers a new member to begin with. Each is an example of the prompt guide too, so that
 * scripts/draw-guide.ts has drawn its picture.
 */
export const examplePrompts = [
  "A bear under a red umbrella in the rain, storybook illustration",
  "Field of poppies under a blue sky, hills, impressionist painting",
  "A plaster arch and a sphere on steps, terracotta, window light",
  "Northern lights over a frozen lake, starry night",
  "Two cats and three red balloons in a meadow, no clouds",
  "New York skyline at dusk, watercolor",
] as const;

/** The examples with the addresses of their pictures. */
export const examples = examplePrompts.map((words) => ({ words, picture: guidePicture(words) }));
