import type { SubmitEvent } from "react";
import { t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { showToast } from "#app/ui/toast.ts";
import type { PromptRule } from "#app/features/generation/queries.ts";
import { api } from "#app/features/generation/ui/api.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { Alert } from "#app/ui/alert.tsx";

type RuleDialogProps = {
  /** The rule to edit; null creates a new one. */
  rule: PromptRule | null;
  open: boolean;
  onClose: () => void;
};

type Typed = { name: string; words: string[]; companions: string[]; reason: string };

/** Splits text at commas and line breaks and removes duplicates. */
const listOf = (text: string): string[] => [
  ...new Set(text.split(/[,\n]/).flatMap((word) => word.trim() || [])),
];

/** Creates or edits a rule for prompts. */
export function RuleDialog({ rule, open, onClose }: RuleDialogProps) {
  const { run, busy, errorOf, refusal } = useMutation(
    ({ name, ...json }: Typed) =>
      rule === null
        ? api.post("/api/admin/prompt-rules", { json: { name, ...json } })
        : api.patch("/api/admin/prompt-rules/:name", { param: { name: rule.name }, json }),
    {
      tells: "form",
      reloads: true,
      onDone() {
        void showToast("success", rule === null ? t`The rule is made` : t`The rule is changed`);
        onClose();
      },
    },
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = given.get(name);
      return typeof value === "string" ? value.trim() : "";
    };
    void run({
      name: text("name"),
      words: listOf(text("words")),
      companions: listOf(text("companions")),
      reason: text("reason"),
    });
  }

  return (
    <Dialog
      title={rule === null ? t`New rule` : t`The rule ${rule.name}`}
      open={open}
      onClose={onClose}
    >
      <form className="mt-4 flex flex-col gap-4" noValidate onSubmit={submit}>
        {rule === null && (
          <Field
            label={t`Name`}
            name="name"
            required
            maxLength={40}
            hint={t`Members read it, e.g. violence.`}
            error={errorOf("name")}
          />
        )}
        <TextArea
          grows
          label={t`Words`}
          name="words"
          rows={4}
          required
          defaultValue={rule?.words.join(", ")}
          hint={t`With commas between them. Found whole, whatever their accents or lookalike digits.`}
          error={errorOf("words")}
        />
        <TextArea
          grows
          label={t`Only together with`}
          name="companions"
          defaultValue={rule?.companions.join(", ")}
          hint={t`Left empty, each of the words counts alone.`}
          error={errorOf("companions")}
        />
        <Field
          label={t`Reason`}
          name="reason"
          required
          maxLength={200}
          defaultValue={rule?.reason}
          hint={t`One sentence for the member.`}
          error={errorOf("reason")}
        />
        {refusal && <Alert>{refusal}</Alert>}
        <Button type="submit" look="primary" className="self-start" disabled={busy}>
          {busy && <Spinner />}
          {rule === null ? t`Make rule` : t`Save`}
        </Button>
      </form>
    </Dialog>
  );
}
