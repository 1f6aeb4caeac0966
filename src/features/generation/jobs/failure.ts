import type { EngineError } from "#app/adapters/engines/port.ts";
import { isAppError } from "#app/lib/errors.ts";
import type { Ending } from "../commands/close.ts";

type Failed = Extract<Ending, { kind: "failed" }>;

const unavailable = "This engine is not available right now.";
/** The reason shown when a request that may have been charged is not repeated. */
export const notAgain = "It is not asked again, because the service may charge for every request.";
const general = "Your image generation encountered an error";

/** True for an EngineError of any copy of the port. */
export function isEngineError(error: unknown): error is EngineError {
  return error instanceof Error && error.name === "EngineError" && "userMessage" in error;
}

/** Key and budget errors concern the operator: members are only told that the engine is unavailable. */
const operatorKinds = new Set(["auth", "quota"]);

/** Failures that would be retried if another request were free. */
const unclear = new Set(["timeout", "provider-down", "bad-response"]);

/**
 * Why a generation failed, from whatever was thrown while it was drawn or stored. See docs/product.md 10.5.
 * @param bills whether the service charges for requests: then it is said why there was no other try
 */
export function failureOf(error: unknown, bills = false): Failed {
  if (isEngineError(error)) {
    const reason = (operatorKinds.has(error.kind) ? unavailable : error.userMessage) || general;
    const isUnclear = bills && error.billed !== "no" && unclear.has(error.kind);
    return {
      kind: "failed",
      failKind: error.kind,
      reason: isUnclear ? `${reason} ${notAgain}` : reason,
    };
  }
  if (isAppError(error) && error.code === "storage-full") {
    return { kind: "failed", failKind: error.code, reason: "There is no space left for pictures." };
  }
  return { kind: "failed", failKind: "internal", reason: general };
}

/** True for expected failures (member, engine, disk); everything else is logged as a bug. */
export function isExpected(failure: Failed): boolean {
  return failure.failKind !== "internal";
}
