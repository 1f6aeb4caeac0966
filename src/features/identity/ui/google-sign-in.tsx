import { useState } from "react";
import { paths } from "#app/paths.ts";
import { googleFailure } from "#app/rules/account-form.ts";
import { Button } from "#app/ui/button.tsx";
import { api } from "./api.ts";
import { GoogleGlyph } from "./google-glyph.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import "./account-card.css";

type GoogleSignInProps = {
  next: string | null;
  disabled: boolean;
  /** Called with what to show, or null once a new try begins. */
  onFailure: (message: string | null) => void;
};

/** The way over Google, which comes back to /auth/callback. See docs/product.md 2.9 and 7.1. */
export function GoogleSignIn({ next, disabled, onFailure }: GoogleSignInProps) {
  const [leaving, setLeaving] = useState(false);

  async function go() {
    onFailure(null);
    setLeaving(true);
    const back = paths.authCallback({ next, from: "google" });
    const answer = await api.post("/api/auth/sign-in/oauth2", {
      json: { providerId: "google", callbackURL: back, errorCallbackURL: back },
    });
    if (answer.ok && answer.data.url) {
      window.location.assign(answer.data.url);
      return;
    }
    setLeaving(false);
    onFailure(googleFailure);
  }

  return (
    <>
      <Button
        look="outline"
        className="needs-script h-11"
        disabled={disabled || leaving}
        onClick={() => void go()}
      >
        {leaving ? <Spinner /> : <GoogleGlyph size={18} />}
        Continue with Google
      </Button>
      <p className="or-rule needs-script">or</p>
    </>
  );
}
