import { useEffect, useRef, useState } from "react";
import {
  accountNotice,
  backToLoginMs,
  outcomeOf,
  type AccountMode,
  type Entered,
  type FactorMethod,
} from "#app/rules/account-form.ts";
import { showToast } from "#app/ui/toast.ts";
import { useForm } from "#app/ui/use-form.ts";
import { accountDefinition } from "./account-definition.ts";
import { api } from "./api.ts";
import type { AuthUser } from "./auth-user.ts";
import { useTakeMember } from "./take-member.ts";

export type AccountFormOptions = {
  mode: AccountMode;
  /** Path of this site to go to afterwards. */
  next: string | null;
  onMode: (mode: AccountMode) => void;
  /** Called after a sign-in, or after a sign-up that needs a confirmation of the email address. */
  onDone: (ended: "login" | "signup" | "verify") => void;
};

type Steps = {
  /** Called after a password that is right but not enough. */
  onSecondStep: (methods: readonly FactorMethod[]) => void;
};

/** State and submission of the form in all three modes. See docs/product.md 4.3, 5.1 and 8.1. */
export function useAccountForm({
  mode,
  next,
  onMode,
  onDone,
  onSecondStep,
}: AccountFormOptions & Steps) {
  const takeMember = useTakeMember();
  /** The mode in which a reset mail was sent. */
  const [sentIn, setSentIn] = useState<AccountMode | null>(null);
  const sent = sentIn === mode;
  if (sentIn !== null && !sent) setSentIn(null);
  const latest = useRef(onMode);
  useEffect(() => {
    latest.current = onMode;
  });
  useEffect(() => {
    if (!sent) return undefined;
    const timer = setTimeout(() => latest.current("login"), backToLoginMs);
    return () => clearTimeout(timer);
  }, [sent]);

  function tell(ended: "login" | "signup" | "verify" | "reset", email: string) {
    const { title, description, durationMs } = accountNotice(ended, email);
    const tone = ended === "verify" ? "warning" : "success";
    void showToast(tone, title, { description, duration: durationMs });
  }

  async function done(entered: Entered, email: string) {
    if (mode === "reset") {
      setSentIn(mode);
      tell("reset", email);
      return;
    }
    const outcome = outcomeOf(mode, entered);
    if (outcome.kind === "refused") {
      refuse(outcome.why);
      return;
    }
    if (outcome.kind === "second-step") {
      onSecondStep(outcome.methods);
      return;
    }
    const ended = outcome.kind === "verify" ? "verify" : mode;
    if (ended !== "verify") await takeMember(entered.user as AuthUser);
    tell(ended, email);
    onDone(ended);
  }
  const { refuse, ...form } = useForm(accountDefinition(mode, next), api, {
    onDone: (entered, { email = "" }) => done(entered, email.trim()),
  });

  return { ...form, refuse, sent };
}
