import { profileChange, profileParts, type ProfileField } from "#app/rules/profile-form.ts";
import type { ApiClient } from "#app/ui/api-client.ts";
import type { FormDefinition, Typed } from "#app/ui/form.ts";
import type { IdentityRoutes } from "./api.ts";

const fields = profileParts.flatMap((part) =>
  [...part.fields, ...(part.more?.fields ?? [])].map(({ field }) => field),
);

const isField = (name: string): name is ProfileField =>
  (fields as readonly string[]).includes(name);

function changeOf(typed: Typed) {
  const known = Object.entries(typed).flatMap(([name, value]) =>
    isField(name) ? [[name, value] as const] : [],
  );
  return profileChange(new Map(known));
}

/**
 * The form of the member's own profile. The location is validated as a whole; its errors are shown at the coordinates.
 */
export const profileDefinition: FormDefinition<ApiClient<IdentityRoutes>, unknown> = {
  name: "profile",
  fields,
  check(typed) {
    const change = changeOf(typed);
    return change.ok ? {} : change.errors;
  },
  send(api, typed) {
    const change = changeOf(typed);
    return api.patch("/api/profile", { json: change.ok ? change.body : {} });
  },
  fieldOf: (path) => (path === "location" ? "location.lat" : path),
};
