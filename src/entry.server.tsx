import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import { htmlContext, nonceContext, requestIdContext, servicesContext } from "./context.ts";
import { isAppError } from "./lib/errors.ts";
import { jsonForScript } from "./rules/json-script.ts";
import { createMarkupCache } from "./markup-cache.ts";
import { PageContext } from "./shell/page-context.tsx";
import { MarkupCacheContext } from "./ui/markup-cache.ts";
import { renderPage } from "./render-page.ts";

// The server sets these; it must use the bundle's own copies, for a context is known by identity.
export {
  actorContext,
  apiContext,
  countContext,
  htmlContext,
  limitContext,
  nonceContext,
  requestIdContext,
  servicesContext,
} from "./context.ts";

/** Milliseconds that data and components of a page may take, each. */
export const streamTimeout = 10_000;

/** None in development, where components change. */
const markupCache = import.meta.env.PROD ? createMarkupCache() : null;

/** The scripts by which React Router gives the page's data to the browser, as its own component writes them. */
async function dataScripts(data: ReadableStream<Uint8Array>, nonce: string): Promise<string> {
  const run = (call: string) =>
    `<script nonce="${nonce}">window.__reactRouterContext.streamController.${call};</script>`;
  return run(`enqueue(${jsonForScript(await new Response(data).text())})`) + run("close()");
}

/** Renders one page; its data, which React Router would write as a stream, is added to it as text. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const nonce = loadContext.get(nonceContext);
  const requestId = loadContext.get(requestIdContext);
  const page = (
    <PageContext value={{ nonce, requestId }}>
      <MarkupCacheContext value={markupCache}>
        <ServerRouter context={context} url={request.url} nonce={nonce} />
      </MarkupCacheContext>
    </PageContext>
  );
  let statusNow = status;
  const onError = (error: unknown) => {
    statusNow = 500;
    if (request.signal.aborted) return;
    loadContext.get(servicesContext).log.error({ err: error, requestId }, "page render failed");
  };
  let html = await renderPage(page, { nonce, timeoutMs: streamTimeout, onError });
  if (serverHandoffStream !== undefined && context.renderMeta?.didRenderScripts) {
    const end = html.lastIndexOf("</body>");
    html = html.slice(0, end) + (await dataScripts(serverHandoffStream, nonce)) + html.slice(end);
  }
  loadContext.get(htmlContext)(html);
  return new Response(null, { status: statusNow, headers });
}

/** Logs what a loader threw and nobody expected; refusals and aborted requests are not faults. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  if (isAppError(error) && error.status < 500) return;
  const log = context.get(servicesContext).log;
  log.error({ err: error, requestId: context.get(requestIdContext) }, "page loader failed");
};
