/** SQLSTATE classes and codes that mean "try again later": connection lost, shutting down, too many clients, time-out. */
const codes = new Set(["57P01", "57P02", "57P03", "53300", "57014", "55P03", "25P03"]);
const socketErrors = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
]);
/** Errors of services other than the database. */
const foreign = new Set(["EngineError", "VisionError"]);
const poolMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Cannot use a pool after calling end)/;

/**
 * True when an error says that the database cannot be used now, rather than that the query was wrong.
 * Follows `cause`, because libraries wrap what the driver threw; but a failed engine or other service has
 * socket errors of its own as cause.
 */
export function isDatabaseDown(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (foreign.has(at.name)) return false;
    const code = "code" in at && typeof at.code === "string" ? at.code : "";
    if (codes.has(code) || code.startsWith("08")) return true;
    // A socket error counts only from the driver's connect; a missing file has ENOENT too, but a path.
    if (socketErrors.has(code) && "syscall" in at && at.syscall !== undefined) {
      if (at.syscall === "connect" || at.syscall === "read" || at.syscall === "write") return true;
    }
    if (poolMessages.test(at.message)) return true;
    if (at instanceof AggregateError && at.errors.some(isDatabaseDown)) return true;
  }
  return false;
}
