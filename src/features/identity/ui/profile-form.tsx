import { useRevalidator } from "react-router";
import { t } from "#app/language/message.ts";
import { profileParts, shownValue, type FieldFacts } from "#app/rules/profile-form.ts";
import { Field } from "#app/ui/field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useForm } from "#app/ui/use-form.ts";
import type { SessionUser } from "../queries.ts";
import { api } from "./api.ts";
import { profileDefinition } from "./profile-definition.ts";
import { Alert } from "#app/ui/alert.tsx";
import "./profile-form.css";

type InputProps = FieldFacts & { profile: SessionUser; typed?: string; error?: string };

function ProfileInput({
  field,
  label,
  kind = "text",
  fill,
  hint,
  profile,
  typed,
  error,
}: InputProps) {
  const shared = {
    name: field,
    label,
    hint,
    error,
    autoComplete: fill ?? "off",
    defaultValue: typed ?? shownValue(profile, field),
  };
  if (kind === "lines") return <TextArea grows {...shared} />;
  if (field === "username" && !profile.canChangeUsername) {
    return <Field {...shared} hint={t`It was changed once and stays`} disabled />;
  }
  if (kind === "degrees") return <Field {...shared} inputMode="decimal" />;
  return <Field {...shared} type={kind} required={field === "name"} />;
}

/** Form of the member's own profile. See docs/product.md 3.1; errors are shown beside their fields. */
export function ProfileForm({ profile }: { profile: SessionUser }) {
  const { revalidate } = useRevalidator();
  const { busy, errors, refusal, typed, form } = useForm(profileDefinition, api, {
    async onDone() {
      void showToast("success", t`Profile saved`);
      await revalidate();
    },
  });

  const input = (facts: FieldFacts) => (
    <ProfileInput
      key={facts.field}
      {...facts}
      profile={profile}
      typed={typed[facts.field]}
      error={errors[facts.field]}
    />
  );
  return (
    <form className="panel" {...form}>
      <input type="hidden" name="form" value={profileDefinition.name} />
      {profileParts.map(({ title, about, fields, more }) => (
        <fieldset key={title} className="profile-part">
          <legend className="title-small float-left">{title}</legend>
          {about && <p className="clear-both text-13 text-ink-2">{about}</p>}
          <div className="profile-fields clear-both">{fields.map(input)}</div>
          {more && (
            <details
              className="mt-4"
              open={more.fields.some(({ field }) => errors[field] !== undefined) || undefined}
            >
              <summary className="link text-13">{more.title}</summary>
              <div className="profile-fields">{more.fields.map(input)}</div>
            </details>
          )}
        </fieldset>
      ))}
      {refusal && (
        <Alert icon className="mt-5">
          {refusal}
        </Alert>
      )}
      <SubmitButton
        className="mt-6 min-w-32"
        label={t`Save profile`}
        busyLabel={t`Saving`}
        busy={busy}
      />
    </form>
  );
}
