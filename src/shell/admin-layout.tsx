import { Outlet, type LoaderFunctionArgs } from "react-router";
import { adminData } from "#app/page-data.ts";

/** Refuses everybody but admins, so that the page says 403 inside the dashboard's frame (docs/product.md 6). */
export function loader({ context }: LoaderFunctionArgs) {
  return adminData(context, async () => null);
}

/** Stands above every page for admins. */
export default function AdminLayout() {
  return <Outlet />;
}
