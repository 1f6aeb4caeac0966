import { useRevalidator } from "react-router";
import { t } from "#app/language/message.ts";
import { sanctionLimits } from "#app/rules/sanctions.ts";
import { Alert } from "#app/ui/alert.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { api } from "./api.ts";
import { appealDefinition } from "./appeal-definition.ts";
import "./decision.css";

/** Answers a decision of the admins; works without script and without a session. */
export function AppealForm({ decisionKey }: { decisionKey: string }) {
  const { revalidate } = useRevalidator();
  const { busy, errors, refusal, typed, form } = useForm(appealDefinition(decisionKey), api, {
    onDone: () => revalidate(),
  });
  return (
    <form className="decision-form" {...form}>
      {refusal && <Alert icon>{refusal}</Alert>}
      <TextArea
        label={t`Your answer`}
        name="body"
        rows={7}
        required
        maxLength={sanctionLimits.appeal}
        defaultValue={typed.body}
        hint={t`Write why the decision should be changed. An admin reads it and answers by mail.`}
        error={errors.body}
      />
      <SubmitButton
        className="justify-self-start"
        label={t`Send the answer`}
        busyLabel={t`Sending`}
        busy={busy}
      />
    </form>
  );
}
