import { z } from "zod";

const days = z
  .enum(["7", "30", "90"])
  .default("30")
  .transform((value) => Number(value));

/** Query of the page Insights. `view` is of use only where the site shows an analytics page in a frame. */
export const insightsQuery = z.strictObject({
  days,
  view: z.enum(["own"]).optional(),
});

/** Query of its lists as CSV. */
export const visitsCsvQuery = z.strictObject({ days });
