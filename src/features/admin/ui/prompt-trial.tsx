import { useState } from "react";
import { t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { api } from "./api.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { Alert } from "#app/ui/alert.tsx";

/** Runs a draft of a system prompt on sample text; nothing is saved. */
export function PromptTrial({ body, helper }: { body: string; helper: string | null }) {
  const [words, setWords] = useState("a fox in the snow");
  const [tried, setTried] = useState<string | null>(null);
  const { run, busy, refusal } = useMutation(
    () => api.post("/api/admin/prompts/preview", { json: { body, prompt: words } }),
    {
      tells: "form",
      onDone: ({ prompt }) => setTried(prompt),
      onRefused: () => setTried(null),
    },
  );
  if (helper === null) return null;
  return (
    <form
      className="mt-6"
      aria-label={t`Try it`}
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <Field
        label={t`Try it on these words`}
        value={words}
        maxLength={2000}
        required
        onChange={(event) => setWords(event.target.value)}
      />
      <Button
        type="submit"
        look="soft"
        size="small"
        className="mt-3"
        disabled={busy || body.trim() === ""}
      >
        {busy && <Spinner />}
        {t`Try it`}
      </Button>
      {refusal && <Alert className="mt-3">{refusal}</Alert>}
      {tried !== null && <output className="mt-3 block text-14 wrap-anywhere">{tried}</output>}
    </form>
  );
}
