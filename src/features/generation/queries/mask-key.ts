/** Where the files of masks lie. */
export const maskFolder = "masks/";

export const maskKey = (id: string): string => `${maskFolder}${id.slice(-2)}/${id}.png`;

/** The id in a key made by maskKey, or null. */
export const maskIdOf = (key: string): string | null =>
  /^masks\/[0-9a-f]{2}\/([0-9a-f-]{36})\.png$/.exec(key)?.[1] ?? null;
