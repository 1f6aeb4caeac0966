/** What passes between a helper and its process. */

/** Side of the square that the looking network takes, in pixels. */
export const ANALYSIS_SIDE = 224;

/** Most pictures of one job: one is worked on while the next is there. Each takes 5 MB on its way to the process. */
export const MOST_PICTURES = 2;

/** Each picture is ANALYSIS_SIDE x ANALYSIS_SIDE, RGB. */
export type AnalysisJob = { pictures: Uint8Array[] };
/** `scores` in the network's order: drawing, hentai, neutral, porn, sexy. */
export type AnalysisResult = { scores: number[]; features: Float32Array };

export type EmbeddingJob = { texts: string[] };
export type EmbeddingResult = (Float32Array | null)[];

/** `pixels` are width x height, RGB; so is the answer, at `factor` times that. */
export type UpscaleJob = { pixels: Uint8Array; width: number; height: number; factor: 2 | 4 };
export type UpscaleResult = Uint8Array;
