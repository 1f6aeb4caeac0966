import { useState } from "react";
import { accountNotice } from "#app/rules/account-form.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { api } from "./api.ts";

/** For who has come by Google and has no password yet: the reset link sets the first one. */
export function SetPassword({ email }: { email: string }) {
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  async function ask() {
    setBusy(true);
    const answer = await api.post("/api/auth/request-password-reset", { json: { email } });
    setBusy(false);
    if (answer.ok) {
      const { title, description, durationMs } = accountNotice("reset", email);
      void showToast("success", title, { description, duration: durationMs });
    } else {
      const { title, detail } = answer.problem;
      void showToast("error", title, { description: detail });
    }
  }
  return (
    <div className="mt-3 flex flex-col items-start gap-3">
      <p className="text-ink-2">You sign in with Google and have no password here.</p>
      <Button look="soft" disabled={busy || !hydrated} onClick={() => void ask()}>
        Mail me a link that sets one
      </Button>
    </div>
  );
}
