import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { T, t } from "#app/language/message.ts";
import { contactLimits, type ContactKind } from "#app/rules/contact-kinds.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { api } from "./api.ts";
import { contactDefinition } from "./contact-definition.ts";
import { contactLabels } from "./contact-labels.ts";
import { Alert } from "#app/ui/alert.tsx";
import "./contact-form.css";

/** Replaces the form once the message is stored; receives the focus that was on the button. */
export function ContactSent({ answerTo, again }: { answerTo: string; again: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="panel contact-sent">
      <CheckCircleIcon size={28} className="text-moss" />
      <h2 className="title-small" ref={heading} tabIndex={-1}>
        {t`Sent. Thank you.`}
      </h2>
      <p className="text-ink-2">{t`An answer goes to ${answerTo}.`}</p>
      {again}
    </div>
  );
}

type ContactFormProps = {
  kind: ContactKind;
  member: { name: string; email: string } | null;
  /** What the message begins with. */
  start?: string;
};

/**
 * Sends a message to the operator. A guest also enters a name and an email address. What was typed is kept when sending
 * fails.
 */
export function ContactForm({ kind, member, start }: ContactFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { busy, errors, refusal, typed, form } = useForm(
    contactDefinition(kind, member === null),
    api,
    { onDone: (_, { email = "" }) => setSentTo(member?.email ?? email.trim()) },
  );

  if (sentTo !== null) {
    const again = (
      <Button look="soft" size="small" onClick={() => setSentTo(null)}>
        {t`Write another`}
      </Button>
    );
    return <ContactSent answerTo={sentTo} again={again} />;
  }
  return (
    <form className="contact-form" {...form}>
      {refusal && <Alert icon>{refusal}</Alert>}
      {member === null ? (
        <div className="contact-who">
          <Field
            label={t`Name`}
            name="name"
            autoComplete="name"
            required
            maxLength={contactLimits.name}
            defaultValue={typed.name}
            error={errors.name}
          />
          <Field
            label={t`Email`}
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={typed.email}
            error={errors.email}
          />
        </div>
      ) : (
        <p className="text-13 text-ink-2">
          <T>
            From <b className="font-semibold text-ink">{member.name}</b>, {member.email}
          </T>
        </p>
      )}
      <TextArea
        label={contactLabels[kind].ask}
        hint={contactLabels[kind].hint}
        name="body"
        rows={9}
        required
        maxLength={contactLimits.body}
        defaultValue={typed.body ?? start}
        error={errors.body}
      />
      <SubmitButton
        className="self-start"
        label={contactLabels[kind].send}
        busyLabel={t`Sending`}
        busy={busy}
      />
    </form>
  );
}
