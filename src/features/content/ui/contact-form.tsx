import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useEffect, useId, useRef, useState, type SubmitEvent } from "react";
import { contactLimits, type ContactKind } from "#app/rules/contact-kinds.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { api } from "./api.ts";
import { contactWords } from "./contact-words.ts";
import "#app/ui/alert.css";
import "#app/ui/field.css";
import "#app/ui/spinner.css";
import "./contact-form.css";

type Errors = Partial<Record<"name" | "email" | "body", string>>;
type Typed = { name: string; email: string; body: string };

/** What is missing before anything is sent. */
function missing(typed: Typed, asksWho: boolean): Errors {
  const errors: Errors = {};
  if (asksWho && typed.name.trim() === "") errors.name = "Name is required";
  if (asksWho && typed.email.trim() === "") errors.email = "Email is required";
  if (typed.body.trim() === "") errors.body = "Write what it is about";
  return errors;
}

function Message({ kind, error }: { kind: ContactKind; error?: string }) {
  const id = useId();
  const { ask, hint } = contactWords[kind];
  return (
    <div className="field">
      <label htmlFor={id}>{ask}</label>
      <textarea
        id={id}
        name="body"
        className="in contact-body"
        rows={9}
        required
        maxLength={contactLimits.body}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
      />
      {(error || hint) && (
        <p id={`${id}-note`} className={error ? "field-error" : "text-12h text-ink-3"}>
          {error || hint}
        </p>
      )}
    </div>
  );
}

/** In place of the form once the message is kept; takes the focus that was on the button. */
function Sent({ answerTo, again }: { answerTo: string; again: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="panel contact-sent">
      <CheckCircleIcon size={28} className="text-moss" />
      <h2 className="h-s" ref={heading} tabIndex={-1}>
        Sent. Thank you.
      </h2>
      <p className="text-ink-2">An answer goes to {answerTo}.</p>
      <Button look="soft" size="small" onClick={again}>
        Write another
      </Button>
    </div>
  );
}

/**
 * Writes to the operator. A member is known; a guest gives a name and an address. What was typed stays when sending fails.
 */
export function ContactForm({
  kind,
  member,
}: {
  kind: ContactKind;
  member: { name: string; email: string } | null;
}) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const text = (name: string) => {
      const value = given.get(name);
      return typeof value === "string" ? value : "";
    };
    const typed = { name: text("name"), email: text("email"), body: text("body") };
    const point = (found: Errors) => {
      setErrors(found);
      const [first] = Object.keys(found);
      if (first !== undefined) form.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return first !== undefined;
    };
    setRefusal(null);
    if (point(missing(typed, member === null))) return;
    setBusy(true);
    const json = member === null ? { kind, ...typed } : { kind, body: typed.body };
    const answer = await api.post("/api/contact", { json });
    setBusy(false);
    if (answer.ok) {
      setSentTo(member?.email ?? typed.email.trim());
      return;
    }
    const fields = (answer.problem.errors ?? []).map(({ path, message }) => [path, message]);
    const known = fields.filter(([path]) => ["name", "email", "body"].includes(path));
    if (!point(Object.fromEntries(known) as Errors)) {
      setRefusal(answer.problem.detail ?? answer.problem.title);
    }
  }

  if (sentTo !== null) {
    return <Sent answerTo={sentTo} again={() => setSentTo(null)} />;
  }
  return (
    <form
      className="contact-form"
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {refusal && (
        <p className="alert" role="alert">
          <WarningCircleIcon size={18} className="flex-none" />
          {refusal}
        </p>
      )}
      {member === null ? (
        <div className="contact-who">
          <Field
            label="Name"
            name="name"
            autoComplete="name"
            required
            maxLength={contactLimits.name}
            error={errors.name}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            required
            error={errors.email}
          />
        </div>
      ) : (
        <p className="text-13 text-ink-2">
          From <b className="font-semibold text-ink">{member.name}</b>, {member.email}
        </p>
      )}
      <Message kind={kind} error={errors.body} />
      <Button type="submit" look="primary" className="self-start" disabled={busy}>
        {busy && <span className="spin" />}
        {busy ? "Sending" : contactWords[kind].send}
      </Button>
    </form>
  );
}
