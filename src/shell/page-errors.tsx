import { Outlet, useRouteError, type HeadersArgs } from "react-router";
import { LateErrorPage } from "./late-error-page.tsx";

/** What a refusal says beside its page: when to come again. */
export function headers({ errorHeaders, parentHeaders }: HeadersArgs) {
  return errorHeaders ?? parentHeaders;
}

/** Stands between a layout and its pages, so that a failed page keeps the bar and the foot. */
export default function PageErrors() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <LateErrorPage error={useRouteError()} />;
}
