/** Prefix of all previews; the sweeper deletes what a killed worker left. */
export const previewFolder = "previews/";

/** Storage key of the preview of one picture of a cast while it is drawn. */
export function previewKey(generationId: string, index: number): string {
  return `${previewFolder}${generationId}/${index}.webp`;
}
