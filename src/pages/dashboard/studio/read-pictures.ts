import type { ReadPictures } from "#app/features/generation/ui/reference-picker.tsx";
import { api as search } from "#app/features/search/ui/api.ts";

/** Reads pictures to choose from by the search of a part of the gallery. */
export const readPictures: ReadPictures = ({ within, q, cursor }, signal) =>
  search.get("/api/pictures", {
    query: { within, ...(q && { q }), ...(cursor && { cursor }) },
    signal,
  });
