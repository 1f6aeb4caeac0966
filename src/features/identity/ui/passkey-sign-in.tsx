import { KeyIcon } from "@phosphor-icons/react/dist/csr/Key";
import { t } from "#app/language/message.ts";
import { accountNotice } from "#app/rules/account-form.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useTakeMember } from "./take-member.ts";

type PasskeySignInProps = { disabled: boolean; onDone: () => void };

/** Signs in with a passkey, without a password or as the second step. */
export function PasskeySignIn({ disabled, onDone }: PasskeySignInProps) {
  const takeMember = useTakeMember();
  const { run, busy } = useMutation(
    async () => (await import("./passkey-client.ts")).signInWithPasskey(),
    {
      async onDone({ user }) {
        await takeMember(user);
        const { title, description, durationMs } = accountNotice("login", "");
        void showToast("success", title, { description, duration: durationMs });
        onDone();
      },
    },
  );
  return (
    <Button
      look="outline"
      className="needs-script h-11"
      disabled={disabled || busy}
      onClick={() => void run()}
    >
      {busy ? <Spinner /> : <KeyIcon size={18} />}
      {t`Use a passkey`}
    </Button>
  );
}
