import { Outlet, useRouteError } from "react-router";
import { LateErrorPage } from "./late-error-page.tsx";

/** Stands between a layout and its pages, so that a failed page keeps the bar and the foot. */
export default function PageErrors() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <LateErrorPage error={useRouteError()} />;
}
