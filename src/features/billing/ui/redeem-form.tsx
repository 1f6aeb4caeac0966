import { useRevalidator } from "react-router";
import { locale, plural, t } from "#app/language/message.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Field } from "#app/ui/field.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useForm } from "#app/ui/use-form.ts";
import { api } from "./api.ts";
import { useBalance } from "./balance.tsx";
import { redeemDefinition } from "./redeem-definition.ts";
import "./redeem-form.css";

/** Redeems a grant code for credits. */
export function RedeemForm() {
  const { refresh } = useBalance();
  const { revalidate } = useRevalidator();
  const { busy, errors, refusal, typed, form } = useForm(redeemDefinition, api, {
    async onDone({ credits, current }, _typed, sent) {
      sent.reset();
      void showToast("success", plural(credits, "# credit added", "# credits added"), {
        description: t`You have ${current.toLocaleString(locale("en"))} now.`,
      });
      await Promise.all([refresh(), revalidate()]);
    },
  });
  return (
    <section className="mt-8" aria-labelledby="redeem">
      <h2 className="title-small" id="redeem">
        {t`Grant code`}
      </h2>
      <form className="redeem" {...form}>
        <Field
          label={t`Code`}
          name="code"
          required
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="mono"
          hint={t`The 16 letters and digits that you were given.`}
          defaultValue={typed.code}
          error={errors.code}
        />
        <SubmitButton label={t`Redeem`} busyLabel={t`Redeeming`} busy={busy} />
      </form>
      {refusal && (
        <Alert icon className="mt-2">
          {refusal}
        </Alert>
      )}
    </section>
  );
}
