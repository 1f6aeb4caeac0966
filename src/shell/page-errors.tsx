import { Outlet, useRouteError, type HeadersArgs } from "react-router";
import { LateErrorPage } from "./use-late-parts.tsx";

/** The headers of an error response, e.g. Retry-After. */
export function headers({ errorHeaders, parentHeaders }: HeadersArgs) {
  return errorHeaders ?? parentHeaders;
}

/** Error boundary between a layout and its pages, so that a failed page keeps the bar and the footer. */
export default function PageErrors() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <LateErrorPage error={useRouteError()} />;
}
