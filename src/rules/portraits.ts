/** The images of a profile: the avatar beside the name and the banner above the page. */
export const portraitKinds = ["avatar", "cover"] as const;
export type PortraitKind = (typeof portraitKinds)[number];

/** Stored size in pixels: twice the largest size shown. */
export const portraitSizes: Readonly<Record<PortraitKind, { width: number; height: number }>> = {
  avatar: { width: 256, height: 256 },
  cover: { width: 1_800, height: 450 },
};

const id = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const pathForm = new RegExp(`^/people/(${id})\\.webp$`);
const keyForm = new RegExp(`^portraits/[0-9a-f]{2}/(${id})\\.webp$`);

/** Folder of the store that holds them all. */
export const portraitFolder = "portraits/";

/** Where the file lives in the store. @param portrait a uuid */
export function portraitKey(portrait: string): string {
  return `${portraitFolder}${portrait.slice(-2)}/${portrait}.webp`;
}

/** The address on the image host, as the users table keeps it. @param portrait a uuid */
export function portraitPath(portrait: string): string {
  return `/people/${portrait}.webp`;
}

/** The uuid in an address of the image host; null for any other address. */
export function portraitAt(path: string): string | null {
  return pathForm.exec(path)?.[1] ?? null;
}

/** The uuid in a key of the store; null for any other key. */
export function portraitOfKey(key: string): string | null {
  return keyForm.exec(key)?.[1] ?? null;
}
