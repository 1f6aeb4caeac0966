import { useRevalidator } from "react-router";
import { t } from "#app/language/message.ts";
import {
  activityKinds,
  activityLabels,
  digestTimes,
  type DigestTime,
  type NotificationSettings,
} from "#app/rules/notification-settings.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useForm } from "#app/ui/use-form.ts";
import { apiClient } from "#app/ui/api-client.ts";
import type { NotificationRoutes } from "./api.ts";
import { PushSwitch } from "./push-switch.tsx";
import { fieldOf, settingsDefinition } from "./settings-definition.ts";
import "./settings-form.css";

// Its own client: one shared with the bell would be a chunk of its own, which the first page would have to name.
const api = apiClient<NotificationRoutes>();

const digestLabels: Record<DigestTime, string> = {
  never: t`Never`,
  daily: t`Once a day`,
  weekly: t`Once a week`,
};

const mailHints = {
  ready: t`The digest lists what you have not read yet. Without news there is no mail.`,
  unconfirmed: t`Your email address is not confirmed yet: no digest is sent until it is.`,
  none: t`This site has no mail server yet: no digest is sent until it has one.`,
};

type FormProps = {
  settings: NotificationSettings;
  /** Whether digests reach the member: not without a mail server, and not at an unconfirmed address. */
  mail: keyof typeof mailHints;
};

/** Form of which notifications a member gets, and where. See docs/product.md 4.4. */
export function NotificationSettingsForm({ settings, mail }: FormProps) {
  const { revalidate } = useRevalidator();
  const { busy, refusal, form } = useForm(settingsDefinition, api, {
    async onDone() {
      void showToast("success", t`Notification settings saved`);
      await revalidate();
    },
  });
  return (
    <section className="panel" aria-labelledby="notifications">
      <h2 className="title-small" id="notifications">
        {t`Notifications`}
      </h2>
      <p className="text-13 text-ink-2">
        {t`You are always told when a cast is finished and when a moderator decides something.`}
      </p>
      <PushSwitch />
      <form {...form}>
        <input type="hidden" name="form" value={settingsDefinition.name} />
        {activityKinds.map((kind) => (
          <fieldset key={kind} className="notice-kind">
            <legend>{activityLabels[kind]}</legend>
            <Checkbox
              label={t`On this site`}
              name={fieldOf("site", kind)}
              defaultChecked={settings.site.includes(kind)}
            />
            <Checkbox
              label={t`In the mail digest`}
              name={fieldOf("mail", kind)}
              defaultChecked={settings.mail.includes(kind)}
            />
          </fieldset>
        ))}
        <fieldset className="notice-kind">
          <legend>{t`Mail digest`}</legend>
          {digestTimes.map((time) => (
            <Checkbox
              key={time}
              radio
              label={digestLabels[time]}
              name="digest"
              value={time}
              defaultChecked={settings.digest === time}
            />
          ))}
        </fieldset>
        <p className="mt-2 text-13 text-ink-2">{mailHints[mail]}</p>
        {refusal && (
          <Alert icon className="mt-4">
            {refusal}
          </Alert>
        )}
        <SubmitButton
          className="mt-5 min-w-32"
          label={t`Save notifications`}
          busyLabel={t`Saving`}
          busy={busy}
        />
      </form>
    </section>
  );
}
