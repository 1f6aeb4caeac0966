import { pino } from "pino";

export type { Logger } from "pino";

const secretPaths = ["password", "token", "secret", "cookie", "authorization", "email"].flatMap(
  (key) => [key, `*.${key}`, `*.*.${key}`],
);

/** JSON lines on standard output: UTC time, level, request id; secrets are cut out by name. */
export function openLog(level: string, bindings: Record<string, unknown> = {}) {
  return pino({
    level,
    base: bindings,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secretPaths, censor: "[redacted]" },
  });
}
