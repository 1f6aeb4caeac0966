import { t } from "#app/language/message.ts";
import type { ApiClient } from "#app/ui/api-client.ts";
import type { FormDefinition } from "#app/ui/form.ts";
import type { CollectionRoutes } from "./api.ts";

type Api = ApiClient<CollectionRoutes>;

/** Adds a picture to a collection or removes it, depending on the fields `collection` and `on`. */
export function chooseDefinition(pictureId: string): FormDefinition<Api, unknown> {
  return {
    name: "choose",
    fields: ["collection", "on"],
    check: () => ({}),
    send(api, { collection = "", on }) {
      const input = { param: { id: collection }, json: { picture_ids: [pictureId] } };
      return on === "true"
        ? api.put("/api/collections/:id/items", input)
        : api.delete("/api/collections/:id/items", input);
    },
  };
}

/** Creates a collection that contains the picture. */
export function newCollectionDefinition(pictureId: string): FormDefinition<Api, unknown> {
  return {
    name: "new-collection",
    fields: ["name"],
    check: ({ name = "" }): Record<string, string> =>
      name.trim() === "" ? { name: t`A collection needs a name` } : {},
    send: (api, { name = "" }) =>
      api.post("/api/collections", { json: { name, picture_ids: [pictureId] } }),
  };
}
