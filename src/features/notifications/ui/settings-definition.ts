import { activityKinds, digestTimes, type ActivityKind } from "#app/rules/notification-settings.ts";
import type { ApiClient } from "#app/ui/api-client.ts";
import type { FormDefinition, Typed } from "#app/ui/form.ts";
import type { NotificationRoutes } from "./api.ts";

/** Name of the checkbox of a kind in a channel. */
export const fieldOf = (channel: "site" | "mail", kind: ActivityKind) => `${channel}.${kind}`;

/** The settings that the form shows: a checkbox that is off sends nothing. */
function settingsIn(typed: Typed) {
  const ticked = (channel: "site" | "mail") =>
    activityKinds.filter((kind) => typed[fieldOf(channel, kind)] !== undefined);
  const digest = digestTimes.find((time) => time === typed.digest) ?? "never";
  return { site: ticked("site"), mail: ticked("mail"), digest };
}

/** The form of which notifications a member gets, and where. */
export const settingsDefinition: FormDefinition<ApiClient<NotificationRoutes>, unknown> = {
  name: "notifications",
  fields: ["digest"],
  check: () => ({}),
  send: (api, typed) => api.put("/api/notifications/settings", { json: settingsIn(typed) }),
};
