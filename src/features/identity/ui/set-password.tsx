import { t } from "#app/language/message.ts";
import { accountNotice } from "#app/rules/account-form.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { api } from "./api.ts";

/** For members who signed up with Google and have no password: the reset link sets the first one. */
export function SetPassword({ email }: { email: string }) {
  const hydrated = useHydrated();
  const { run, busy } = useMutation(
    () => api.post("/api/auth/request-password-reset", { json: { email } }),
    {
      onDone() {
        const { title, description, durationMs } = accountNotice("reset", email);
        void showToast("success", title, { description, duration: durationMs });
      },
    },
  );
  return (
    <div className="mt-3 flex flex-col items-start gap-3">
      <p className="text-ink-2">{t`You sign in with Google and have no password here.`}</p>
      <Button look="soft" disabled={busy || !hydrated} onClick={() => void run()}>
        {t`Mail me a link that sets one`}
      </Button>
    </div>
  );
}
