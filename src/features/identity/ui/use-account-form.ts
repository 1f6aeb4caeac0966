import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { paths } from "#app/paths.ts";
import {
  accountNotice,
  accountWords,
  backToLoginMs,
  missingEntries,
  outcomeOf,
  unexpectedFailure,
  type AccountEntries,
  type AccountErrors,
  type AccountMode,
  type Entered,
} from "#app/rules/account-form.ts";
import type { ApiResult, Problem } from "#app/ui/api-client.ts";
import { showToast } from "#app/ui/toast.ts";
import { api } from "./api.ts";
import { useAuthStore } from "./auth.ts";
import { tellTabs } from "./auth-channel.ts";
import type { AuthUser } from "./auth-user.ts";
import { takeSession } from "./session.ts";

export type AccountFormOptions = {
  mode: AccountMode;
  /** Path of this site to go on to. */
  next: string | null;
  onMode: (mode: AccountMode) => void;
  /** Called once somebody is signed in, or must first confirm their address. */
  onDone: (ended: "login" | "signup" | "verify") => void;
};

function entriesOf(form: HTMLFormElement): AccountEntries {
  const given = new FormData(form);
  const typed = (name: string) => {
    const value = given.get(name);
    return typeof value === "string" ? value : "";
  };
  return { name: typed("name"), email: typed("email").trim(), password: typed("password") };
}

/** What a refusal says of fields that are shown. */
function fieldErrors(mode: AccountMode, { errors = [] }: Problem): AccountErrors {
  const shown: readonly string[] = accountWords[mode].fields;
  const refused = errors.filter(({ path }) => shown.includes(path));
  return Object.fromEntries(refused.map(({ path, message }) => [path, message]));
}

/** The provider's message, or the fallback of the mode. */
function refusalOf(mode: AccountMode, { title, detail }: Problem): string {
  const said = detail ?? title;
  return said === unexpectedFailure ? accountWords[mode].fallback : said;
}

async function call(
  mode: AccountMode,
  entries: AccountEntries,
  next: string | null,
): Promise<ApiResult<Entered>> {
  const { name, email, password } = entries;
  // Where the link of a confirmation mail leads in the end.
  const callbackURL = paths.authCallback({ next, from: "signup" });
  if (mode === "login") {
    return api.post("/api/auth/sign-in/email", { json: { email, password, callbackURL } });
  }
  if (mode === "reset") {
    const answer = await api.post("/api/auth/request-password-reset", { json: { email } });
    return answer.ok ? { ok: true, data: {} } : answer;
  }
  return api.post("/api/auth/sign-up/email", { json: { name, email, password, callbackURL } });
}

/** The state of the form of all three modes, and what happens when it is sent. See docs/product.md 4.3, 5.1 and 8.1. */
export function useAccountForm({ mode, next, onMode, onDone }: AccountFormOptions) {
  const store = useAuthStore();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [errors, setErrors] = useState<AccountErrors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [shownMode, setShownMode] = useState(mode);
  const latest = useRef(onMode);
  useEffect(() => {
    latest.current = onMode;
  });
  // What was wrong in one mode says nothing of another.
  if (shownMode !== mode) {
    setShownMode(mode);
    setErrors({});
    setRefusal(null);
    setSent(false);
  }
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

  async function take(answer: ApiResult<Entered>, email: string) {
    if (!answer.ok) {
      const fields = fieldErrors(mode, answer.problem);
      setErrors(fields);
      if (Object.keys(fields).length === 0) setRefusal(refusalOf(mode, answer.problem));
      return;
    }
    if (mode === "reset") {
      setSent(true);
      tell("reset", email);
      return;
    }
    const outcome = outcomeOf(mode, answer.data);
    if (outcome.kind === "refused") {
      setRefusal(outcome.why);
      return;
    }
    const ended = outcome.kind === "verify" ? "verify" : mode;
    if (ended !== "verify") {
      await takeSession(store, answer.data.user as AuthUser);
      tellTabs("changed");
    }
    tell(ended, email);
    onDone(ended);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || sent) return;
    const form = event.currentTarget;
    const entries = entriesOf(form);
    const missing = missingEntries(mode, entries);
    setErrors(missing);
    setRefusal(null);
    const [first] = Object.keys(missing);
    if (first !== undefined) {
      form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      await take(await call(mode, entries, next), entries.email);
    } catch (error) {
      setRefusal((error instanceof Error && error.message) || unexpectedFailure);
    } finally {
      setBusy(false);
    }
  }

  return { busy, sent, errors, refusal, setRefusal, submit };
}
