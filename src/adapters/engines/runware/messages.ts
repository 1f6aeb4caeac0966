import { EngineError, type ModelInfo } from "../port.ts";
import { type Fields, fieldsOf, listOf, numberOf, textOf } from "../remote/fields.ts";
import { redact, statusError } from "../remote/failures.ts";

/** One result of a task; every field may be missing. */
export type Result = {
  taskUUID?: string;
  imageURL?: string;
  imageBase64Data?: string;
  imageDataURI?: string;
  seed?: number;
  /** US dollars. */
  cost?: number;
  NSFWContent?: boolean;
};

export type Fault = {
  code?: string;
  message?: string;
  parameter?: string;
  taskUUID?: string;
};

export type Reply = { data: Result[]; errors: Fault[] };

const text = (value: unknown) => textOf(value) || undefined;

function resultOf(fields: Fields): Result {
  const { seed, cost } = fields;
  return {
    taskUUID: text(fields["taskUUID"]),
    imageURL: text(fields["imageURL"]),
    imageBase64Data: text(fields["imageBase64Data"]),
    imageDataURI: text(fields["imageDataURI"]),
    ...(Number.isSafeInteger(seed) && { seed: numberOf(seed) }),
    ...(numberOf(cost, -1) >= 0 && { cost: numberOf(cost) }),
    NSFWContent: fields["NSFWContent"] === true,
  };
}

function faultIn(fields: Fields): Fault {
  return {
    code: text(fields["code"]),
    message: text(fields["message"]),
    parameter: text(fields["parameter"]),
    taskUUID: text(fields["taskUUID"]),
  };
}

/** The two lists of a response. */
export function replyOf(body: unknown): Reply {
  const { data, errors } = fieldsOf(body);
  return {
    data: listOf(data).map((each) => resultOf(fieldsOf(each))),
    errors: listOf(errors).map((each) => faultIn(fieldsOf(each))),
  };
}

const byCode: readonly (readonly [
  RegExp,
  (detail: { providerCode?: string; cause: Error }) => EngineError,
])[] = [
  [
    /invalidProviderContent|contentModerat|nsfw/i,
    (detail) =>
      new EngineError(
        "moderated-prompt",
        "The engine declined this prompt. Try other words.",
        detail,
      ),
  ],
  [
    /invalidApiKey|unauthor/i,
    (detail) => new EngineError("auth", "This engine is not available right now.", detail),
  ],
  [
    /insufficientCredits|outOfCredits/i,
    (detail) => new EngineError("quota", "This engine is not available right now.", detail),
  ],
  [
    /timeoutProvider/i,
    (detail) =>
      new EngineError("timeout", "The engine did not answer in time.", {
        ...detail,
        billed: "maybe",
      }),
  ],
  [
    /providerError|providerRateLimit|serverBusy|queueFull/i,
    (detail) => new EngineError("overloaded", "The engine is busy.", detail),
  ],
];

/** The engine error of a failed task: status first, code second, text never shown. */
export function faultOf(
  status: number,
  headers: Headers,
  fault: Fault,
  secrets: readonly string[],
): EngineError {
  const code = (fault.code ?? "").slice(0, 100);
  const message = redact(fault.message ?? "", secrets);
  if (status === 429) return statusError(status, headers, `${code} ${message}`);
  const mapped = byCode.find(([pattern]) => pattern.test(code));
  if (mapped) return mapped[1]({ providerCode: code, cause: new Error(message) });
  if (status >= 400) return statusError(status, headers, `${code} ${message}`);
  return new EngineError("invalid-request", "The engine did not accept this request.", {
    providerCode: code,
    cause: new Error(`${fault.parameter ?? ""} ${message}`),
  });
}

/** The models offered when the settings name none. */
export const defaultModels: readonly ModelInfo[] = [{ id: "runware:101@1", label: "FLUX.1 [dev]" }];
