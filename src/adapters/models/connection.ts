import { notPrivate, notPublic } from "#app/lib/address-guard.ts";
import type { ModelFaultFacts } from "#app/rules/model-faults.ts";
import { ModelFileError } from "./port.ts";

const guarded: Readonly<Record<string, string>> = {
  [notPublic]: "its address is not public",
  [notPrivate]: "without https only this machine and private networks are asked",
};

function codeOf(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string") return at.code;
    if (at instanceof AggregateError && at.errors.length > 0) return codeOf(at.errors[0]);
  }
  return undefined;
}

/** The error behind a connection that was not made, or broke. An aborted one is the signal's reason. */
export function connectionFault(
  error: unknown,
  facts: ModelFaultFacts,
  signal: AbortSignal,
): unknown {
  if (error instanceof ModelFileError) return error;
  if (signal.aborted) return signal.reason;
  const code = codeOf(error);
  if (code !== undefined && Object.hasOwn(guarded, code)) {
    return new ModelFileError("refused", { ...facts, detail: guarded[code] }, { cause: error });
  }
  const detail = code ?? (error instanceof Error ? error.message.slice(0, 200) : undefined);
  return new ModelFileError("unreachable", { ...facts, detail }, { cause: error });
}
