/** Passkeys in the browser; loaded with the first press of a button that uses one. */
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { t } from "#app/language/message.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import { api } from "./api.ts";

type Refused = Extract<ApiResult<never>, { ok: false }>;

function refused(title: string, detail?: string): Refused {
  return { ok: false, status: 0, problem: { title, detail }, retryAfterSeconds: null };
}

/** What the browser made of the request; a refusal when it or the visitor did not want to. */
async function made<T>(start: () => Promise<T>): Promise<{ ok: true; data: T } | Refused> {
  if (!browserSupportsWebAuthn()) return refused(t`This browser has no passkeys`);
  try {
    return { ok: true, data: await start() };
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (name === "InvalidStateError") return refused(t`This device has a passkey of yours already`);
    return refused(t`No passkey was used`, t`It was cancelled, or took too long.`);
  }
}

const proofFor = (options: object) =>
  made(() =>
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  );

/** Signs in with a passkey; also the second step of a sign-in. */
export async function signInWithPasskey() {
  const asked = await api.post("/api/passkeys/sign-in/options");
  if (!asked.ok) return asked;
  const proof = await proofFor(asked.data);
  if (!proof.ok) return proof;
  return api.post("/api/passkeys/sign-in", { json: { response: proof.data as never } });
}

/** Proves the second factor again. */
export async function confirmByPasskey() {
  const asked = await api.post("/api/passkeys/fresh/options");
  if (!asked.ok) return asked;
  const proof = await proofFor(asked.data);
  if (!proof.ok) return proof;
  return api.post("/api/passkeys/fresh", { json: { response: proof.data as never } });
}

/** Makes a passkey on this device and keeps it. */
export async function addPasskey(name: string, options: object) {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const passkey = await made(() => startRegistration({ optionsJSON }));
  if (!passkey.ok) return passkey;
  return api.post("/api/passkeys", { json: { name, response: passkey.data as never } });
}
