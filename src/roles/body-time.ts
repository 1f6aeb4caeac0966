import type { IncomingMessage, ServerResponse } from "node:http";
import { answerBadRequest } from "./bad-request.ts";
import { bodyRuleOf } from "./body-rules.ts";

/** Milliseconds that a request's body may take after its headers. */
export type BodyTime = (path: string) => number;

/** Milliseconds. */
export const requestMs = { usual: 30_000, upload: 120_000, longest: 120_000 } as const;

/** Uploads of files may take longer than all else. */
export function usualBodyTime(path: string): number {
  return bodyRuleOf(path).isUpload ? requestMs.upload : requestMs.usual;
}

/**
 * Ends a request whose body is incomplete after its time: 408, or only the connection if the response has begun. Node has
 * one limit for all requests, which must be long for uploads; headers have a separate limit there.
 */
export function limitBodyTime(req: IncomingMessage, res: ServerResponse, bodyTime: BodyTime): void {
  const { "content-length": length = "0", "transfer-encoding": coding } = req.headers;
  if (coding === undefined && length === "0") return;
  const path = (req.url ?? "").split("?", 1)[0] ?? "";
  const timer = setTimeout(() => {
    if (req.complete) return;
    const late = Object.assign(new Error("the body is late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    if (res.headersSent) req.socket.destroy();
    else answerBadRequest(late, req.socket);
  }, bodyTime(path));
  timer.unref();
  req.once("close", () => clearTimeout(timer));
}
