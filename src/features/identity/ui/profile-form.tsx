import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useState, type SubmitEvent } from "react";
import { useRevalidator } from "react-router";
import {
  profileChange,
  profileParts,
  shownValue,
  type FieldFacts,
  type ProfileField,
} from "#app/rules/profile-form.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, LinesField } from "#app/ui/field.tsx";
import type { FieldProblem } from "#app/ui/api-client.ts";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { SessionUser } from "../queries.ts";
import { api } from "./api.ts";
import "#app/ui/alert.css";
import "#app/ui/spinner.css";
import "./profile-form.css";

type Errors = Partial<Record<ProfileField, string>>;

function typedIn(form: HTMLFormElement): Map<ProfileField, string> {
  const typed = new Map<ProfileField, string>();
  for (const [field, value] of new FormData(form)) {
    if (typeof value === "string") typed.set(field as ProfileField, value);
  }
  return typed;
}

/** The location is judged as a whole; what is wrong with it is said at its coordinates. */
function errorsOf(problems: readonly FieldProblem[]): Errors {
  return Object.fromEntries(
    problems.map(({ path, message }) => [path === "location" ? "location.lat" : path, message]),
  );
}

type InputProps = FieldFacts & { profile: SessionUser; error?: string };

function ProfileInput({ field, label, kind = "text", fill, hint, profile, error }: InputProps) {
  const shared = {
    name: field,
    label,
    hint,
    error,
    autoComplete: fill ?? "off",
    defaultValue: shownValue(profile, field),
  };
  if (kind === "lines") return <LinesField {...shared} />;
  if (field === "username" && !profile.canChangeUsername) {
    return <Field {...shared} hint="It was changed once and stays" disabled />;
  }
  if (kind === "degrees") return <Field {...shared} inputMode="decimal" />;
  return <Field {...shared} type={kind} required={field === "name"} />;
}

/** The member's own profile, every field of it. See docs/product.md 3.1; refusals are told beside their fields. */
export function ProfileForm({ profile }: { profile: SessionUser }) {
  const hydrated = useHydrated();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string | null>(null);

  function show(form: HTMLFormElement, found: Errors) {
    setErrors(found);
    const first = [...form.querySelectorAll<HTMLElement>("[name]")].find(
      (input) => (input.getAttribute("name") ?? "") in found,
    );
    first?.focus();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const change = profileChange(typedIn(form));
    setErrors({});
    setRefusal(null);
    if (!change.ok) {
      show(form, change.errors);
      return;
    }
    setBusy(true);
    const answer = await api.patch("/api/profile", { json: change.body });
    setBusy(false);
    if (answer.ok) {
      void showToast("success", "Profile saved");
      await revalidate();
      return;
    }
    const { errors: problems = [], detail, title } = answer.problem;
    if (problems.length > 0) show(form, errorsOf(problems));
    else setRefusal(detail ?? title);
  }

  return (
    <form
      className="panel"
      method="post"
      noValidate
      aria-busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      {profileParts.map(({ title, about, fields }) => (
        <fieldset key={title} className="profile-part">
          <legend className="h-s float-left">{title}</legend>
          {about && <p className="clear-both text-13 text-ink-2">{about}</p>}
          <div className="profile-fields clear-both">
            {fields.map((facts) => (
              <ProfileInput
                key={facts.field}
                {...facts}
                profile={profile}
                error={errors[facts.field]}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {refusal && (
        <p className="alert mt-5" role="alert">
          <WarningCircleIcon size={18} className="flex-none" />
          {refusal}
        </p>
      )}
      <Button type="submit" look="primary" className="mt-6 min-w-32" disabled={busy || !hydrated}>
        {busy && <span className="spin" />}
        {busy ? "Saving" : "Save profile"}
      </Button>
    </form>
  );
}
