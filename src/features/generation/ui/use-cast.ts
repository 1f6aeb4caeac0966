import { useRef, useState } from "react";
import type { Problem } from "#app/ui/api-client.ts";
import type { CastRequest } from "../inputs.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { api } from "./api.ts";

export type CastRefusal = { status: number; problem: Problem };

/** A random key that also works on pages without a secure context, where randomUUID is missing. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Requests casts. Each press has its own Idempotency-Key, but a press after a request without a response repeats the
 * key: the first request may have arrived, and nothing must be charged twice.
 */
export function useCast(onAccepted: (id: string) => Promise<void>) {
  const [refusal, setRefusal] = useState<CastRefusal | null>(null);
  const unanswered = useRef<{ body: string; key: string } | null>(null);

  const { run, busy } = useMutation(
    (json: CastRequest) => {
      const body = JSON.stringify(json);
      const key = unanswered.current?.body === body ? unanswered.current.key : newKey();
      unanswered.current = { body, key };
      setRefusal(null);
      return api.post("/api/generate", { json, headers: { "idempotency-key": key } });
    },
    {
      parallel: true,
      tells: "form",
      async onDone({ id }) {
        unanswered.current = null;
        await onAccepted(id);
      },
      onRefused(problem, status) {
        if (status !== 0) unanswered.current = null;
        setRefusal({ status, problem });
      },
    },
  );
  const cast = async (json: CastRequest) => void (await run(json));

  return { cast, busy, refusal };
}
