import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import type { ApiResult } from "#app/ui/api-client.ts";
import { api } from "./api.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { Alert } from "#app/ui/alert.tsx";

type Tried = ApiResult<{ prompt: string }>;

function Outcome({ tried }: { tried: Tried }) {
  if (!tried.ok) {
    return <Alert className="mt-3">{tried.problem.detail ?? tried.problem.title}</Alert>;
  }
  return <output className="mt-3 block text-14 wrap-anywhere">{tried.data.prompt}</output>;
}

/** Tries a draft of a system prompt on words; nothing is kept. */
export function PromptTrial({ body, helper }: { body: string; helper: string | null }) {
  const [words, setWords] = useState("a fox in the snow");
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<Tried | null>(null);
  if (helper === null) return null;
  async function tryOut() {
    setBusy(true);
    setTried(await api.post("/api/admin/prompts/preview", { json: { body, prompt: words } }));
    setBusy(false);
  }
  return (
    <form
      className="mt-6"
      aria-label="Try it"
      onSubmit={(event) => {
        event.preventDefault();
        void tryOut();
      }}
    >
      <Field
        label="Try it on these words"
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
        Try it
      </Button>
      {tried && <Outcome tried={tried} />}
    </form>
  );
}
