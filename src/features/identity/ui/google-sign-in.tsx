import { useState } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { googleFailure } from "#app/rules/account-form.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { api } from "./api.ts";
import { GoogleGlyph } from "./google-glyph.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import "./account-card.css";

type GoogleSignInProps = {
  next: string | null;
  disabled: boolean;
  /** Called with an error message, or null when a new attempt starts. */
  onFailure: (message: string | null) => void;
};

/** Sign-in with Google, which returns to /auth/callback. See docs/product.md 2.9 and 7.1. */
export function GoogleSignIn({ next, disabled, onFailure }: GoogleSignInProps) {
  const [isLeaving, setLeaving] = useState(false);
  const back = paths.authCallback({ next, from: "google" });
  const { run, busy } = useMutation(
    () =>
      api.post("/api/auth/sign-in/oauth2", {
        json: { providerId: "google", callbackURL: back, errorCallbackURL: back },
      }),
    {
      tells: "form",
      onDone({ url }) {
        if (!url) return onFailure(googleFailure);
        setLeaving(true);
        return window.location.assign(url);
      },
      onRefused: () => onFailure(googleFailure),
    },
  );
  const leaving = busy || isLeaving;
  function go() {
    onFailure(null);
    void run();
  }

  return (
    <>
      <Button
        look="outline"
        className="needs-script h-11"
        disabled={disabled || leaving}
        onClick={go}
      >
        {leaving ? <Spinner /> : <GoogleGlyph size={18} />}
        {t`Continue with Google`}
      </Button>
      <p className="or-rule needs-script">{t`or`}</p>
    </>
  );
}
