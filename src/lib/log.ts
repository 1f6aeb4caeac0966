import { pino } from "pino";

export type { Logger } from "pino";

const secretPaths = ["password", "token", "secret", "cookie", "authorization", "email"].flatMap(
  (key) => [key, `*.${key}`, `*.*.${key}`],
);

/**
 * Members of errors that repeat data: the rows and values of a statement (PostgreSQL), the recipients of a mail and what
 * the mail server said about them.
 */
const dataInErrors = [
  "detail",
  "where",
  "internalQuery",
  "query",
  "parameters",
  "recipient",
  "rejected",
  "rejectedErrors",
  "response",
  "envelope",
];

const mailAddress = /[^\s<>"'`(){}[\],;:/@]+@[\w-]+(?:\.[\w-]+)+/g;

/** An error for the log: its kind, message, stack and code, without the data that it was about. */
function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const facts = pino.stdSerializers.err(error) as Record<string, unknown>;
  for (const key of dataInErrors) delete facts[key];
  for (const key of ["message", "stack"]) {
    const text = facts[key];
    if (typeof text === "string") facts[key] = text.replaceAll(mailAddress, "[address]");
  }
  return facts;
}

/**
 * JSON lines on standard output: UTC time, level, request id. Secrets are cut out by name, and errors lose the data that
 * they repeat. A line stays one line, whatever is logged.
 * @param to where the lines go instead of standard output
 */
export function openLog(
  level: string,
  bindings: Record<string, unknown> = {},
  to?: { write(line: string): void },
) {
  const options = {
    level,
    base: bindings,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: loggedError },
    redact: { paths: secretPaths, censor: "[redacted]" },
  };
  return to === undefined ? pino(options) : pino(options, to);
}
