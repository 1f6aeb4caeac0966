import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import { nonceContext, requestIdContext, servicesContext } from "./context.ts";
import { isAppError } from "./lib/errors.ts";
import { PageContext } from "./shell/page-context.tsx";

// The server sets these; it must use the bundle's own copies, for a context is known by identity.
export {
  actorContext,
  apiContext,
  countContext,
  limitContext,
  nonceContext,
  requestIdContext,
  servicesContext,
} from "./context.ts";

export const streamTimeout = 10_000;

/** Renders one page. The whole page waits only for crawlers; browsers get the shell at once. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const nonce = loadContext.get(nonceContext);
  const requestId = loadContext.get(requestIdContext);
  const log = loadContext.get(servicesContext).log;
  const whole = isbot(request.headers.get("user-agent"));
  return new Promise((resolve, reject) => {
    let statusNow = status;
    const respond = () => {
      const body = new PassThrough();
      stream.pipe(body);
      resolve(new Response(createReadableStreamFromReadable(body), { status: statusNow, headers }));
    };
    const stream = renderToPipeableStream(
      <PageContext value={{ nonce, requestId }}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </PageContext>,
      {
        nonce,
        onShellReady: whole ? undefined : respond,
        onAllReady: whole ? respond : undefined,
        onShellError: reject,
        onError(error) {
          statusNow = 500;
          if (!request.signal.aborted) log.error({ err: error, requestId }, "page render failed");
        },
      },
    );
    setTimeout(() => stream.abort(), streamTimeout + 1000).unref();
  });
}

/** Logs what a loader threw and nobody expected; refusals and aborted requests are not faults. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  if (isAppError(error) && error.status < 500) return;
  const log = context.get(servicesContext).log;
  log.error({ err: error, requestId: context.get(requestIdContext) }, "page loader failed");
};
