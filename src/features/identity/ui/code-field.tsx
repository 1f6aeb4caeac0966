import { t } from "#app/language/message.ts";
import { Field } from "#app/ui/field.tsx";

/** A field for a code of an authenticator app, or for a recovery code where those are taken. */
export function CodeField({ error, appOnly = false }: { error?: string; appOnly?: boolean }) {
  return (
    <Field
      label={t`Code`}
      name="code"
      autoComplete="one-time-code"
      inputMode={appOnly ? "numeric" : undefined}
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={60}
      hint={
        appOnly
          ? t`The six digits that the app shows now.`
          : t`From your authenticator app, or one of your recovery codes.`
      }
      error={error}
      data-first
    />
  );
}
