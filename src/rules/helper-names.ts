/** The offline helpers that HELPERS can name (docs/offline-helpers.md). */
export const helperNames = ["moderation", "similar", "meaning", "upscale"] as const;
export type HelperName = (typeof helperNames)[number];
