/** The body of a refusal, as Stripe sends it. */
export type ErrorBody = {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  code?: string;
  message: string;
  param?: string;
  decline_code?: string;
  payment_intent?: object;
};

/** A refusal of the API: its status and the body that Stripe would send. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** Whether the request was refused before anything was done: such answers are not kept for its idempotency key. */
  readonly isEarly: boolean;

  constructor(status: number, body: ErrorBody, isEarly = false) {
    super(body.message);
    this.name = "ApiError";
    this.status = status;
    this.body = body;
    this.isEarly = isEarly;
  }
}

/** A request that makes no sense as it is; with the parameter at fault, if it is one. */
export function invalidRequest(message: string, code?: string, param?: string): ApiError {
  return new ApiError(400, { type: "invalid_request_error", code, message, param });
}

/** An id that names nothing. In the address it is a 404, in a parameter a 400, as at Stripe. */
export function noSuch(kind: string, id: string, param: string): ApiError {
  const status = param === "id" ? 404 : 400;
  const message = `No such ${kind.replaceAll("_", " ")}: '${id}'`;
  return new ApiError(status, {
    type: "invalid_request_error",
    code: "resource_missing",
    message,
    param,
  });
}
