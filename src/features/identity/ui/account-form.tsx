import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useState, type SubmitEvent } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import { paths } from "../../../paths.ts";
import { Field, PasswordField } from "../../../ui/field.tsx";
import { send, type Answer } from "../../../ui/send.ts";
import { showToast } from "../../../ui/toast.ts";
import { useSite } from "../../../ui/site.ts";

export type AccountMode = "login" | "signup";
type FieldErrors = Partial<Record<"name" | "email" | "password", string>>;
type Signed = { token?: string | null };

const words = {
  login: { title: "Welcome back", act: "Sign in", busy: "Signing in" },
  signup: { title: "Create account", act: "Create account", busy: "Creating account" },
} as const;

/** What is missing before anything is sent. Specification, section 5. */
function missing(
  mode: AccountMode,
  entries: Record<"name" | "email" | "password", string>,
): FieldErrors {
  const errors: FieldErrors = {};
  if (mode === "signup" && entries.name.trim() === "") errors.name = "Name is required";
  if (entries.email.trim() === "") errors.email = "Email is required";
  if (entries.password === "") errors.password = "Password is required";
  return errors;
}

function refusedFields(answer: Answer<Signed>): FieldErrors {
  if (answer.ok) return {};
  const known = new Set(["name", "email", "password"]);
  const refused = (answer.problem.errors ?? []).filter(({ path }) => known.has(path));
  return Object.fromEntries(refused.map(({ path, message }) => [path, message]));
}

/** Signs in or up, says so, and goes on to `next`. Specification, sections 2, 5 and 8. */
export function AccountForm({ mode, next }: { mode: AccountMode; next: string }) {
  const { appName } = useSite();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const { title, act, busy: busyWord } = words[mode];

  async function enter(needsVerification: boolean, email: string) {
    if (needsVerification) {
      void showToast("warning", "Please verify your email", {
        description: `We sent a confirmation link to ${email}. Check your inbox and spam folder.`,
        duration: Infinity,
      });
      await navigate(paths.login({ next }));
      return;
    }
    const [done, description] =
      mode === "login"
        ? ["Logged in", "Welcome back"]
        : ["Account created successfully", "Welcome to the product!"];
    void showToast("success", done, { description, duration: 3000 });
    await navigate(next, { replace: true });
    await revalidate();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const typed = (name: string) => {
      const value = given.get(name);
      return typeof value === "string" ? value : "";
    };
    const entries = { name: typed("name"), email: typed("email"), password: typed("password") };
    const found = missing(mode, entries);
    setErrors(found);
    setRefusal(null);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    setBusy(true);
    const { name, email, password } = entries;
    const answer =
      mode === "login"
        ? await send<Signed>("POST", paths.api.signIn(), { json: { email, password } })
        : await send<Signed>("POST", paths.api.signUp(), { json: { name, email, password } });
    setBusy(false);
    if (answer.ok) {
      await enter(mode === "signup" && !answer.data.token, email);
      return;
    }
    const fields = refusedFields(answer);
    setErrors(fields);
    if (Object.keys(fields).length === 0) {
      setRefusal(answer.problem.detail ?? answer.problem.title);
    }
  }

  return (
    <form
      className="flex flex-col gap-4"
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <h1 className="h-m">{title}</h1>
      {refusal && (
        <p className="alert" role="alert">
          <WarningCircleIcon size={18} className="flex-none" />
          {refusal}
        </p>
      )}
      {mode === "signup" && (
        <Field label="Name" name="name" autoComplete="name" required error={errors.name} />
      )}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete={mode === "login" ? "username" : "email"}
        required
        error={errors.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete={mode === "login" ? "current-password" : "new-password"}
        required
        hint={mode === "signup" ? "At least 8 characters" : undefined}
        error={errors.password}
      />
      <button type="submit" className="b b-ink mt-1 h-[46px]" disabled={busy}>
        {busy && <span className="spin" />}
        {busy ? busyWord : act}
      </button>
      <p className="text-center text-13 text-ink-2">
        {mode === "login" ? `New to ${appName}? ` : "Already have one? "}
        <Link
          className="link"
          to={paths.login({ next, tab: mode === "login" ? "signup" : null })}
          replace
        >
          {mode === "login" ? "Create account" : "Sign in"}
        </Link>
      </p>
    </form>
  );
}
