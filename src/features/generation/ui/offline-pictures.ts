import { imageAddress } from "#app/rules/image-address.ts";
import { ownPicturesCache } from "#app/rules/member-storage.ts";
import { offlinePictures, type OfflineList } from "#app/rules/offline-pictures.ts";
import { api } from "./api.ts";

/** The member's latest pictures as the list has them; null without an answer. */
async function latest(memberId: string): Promise<OfflineList | null> {
  const { most, width: fileWidth } = offlinePictures;
  const answer = await api.get("/api/generations", {
    query: { state: "done", limit: String(most) },
  });
  if (!answer.ok) return null;
  const pictures = answer.data.items.flatMap(({ prompt, progress }) =>
    progress.flatMap(({ picture }) => {
      if (picture === undefined) return [];
      const { slug, width, height } = picture;
      // Of this site's own address: a page may read nothing from another one.
      return {
        src: imageAddress("", slug, { width: fileWidth, format: "webp" }),
        prompt,
        width,
        height,
      };
    }),
  );
  return { memberId, pictures: pictures.slice(0, most) };
}

/**
 * Keeps the member's latest pictures in this browser, and removes those that are no longer among them or belong to
 * somebody else. What cannot be fetched or stored is left out until the next time.
 */
export async function keepOfflinePictures(memberId: string): Promise<void> {
  const list = await latest(memberId).catch(() => null);
  if (list === null) return;
  const cache = await caches.open(ownPicturesCache);
  const wanted = new Set([offlinePictures.list, ...list.pictures.map(({ src }) => src)]);
  for (const request of await cache.keys()) {
    if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
  }
  for (const { src } of list.pictures) {
    if ((await cache.match(src)) === undefined) await cache.add(src).catch(() => undefined);
  }
  // Last, so that the list never promises a file before it was tried.
  await cache.put(offlinePictures.list, Response.json(list)).catch(() => undefined);
}
