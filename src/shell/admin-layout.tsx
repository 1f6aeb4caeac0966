import { Outlet, type LoaderFunctionArgs } from "react-router";
import { adminData } from "#app/page-data.ts";

/** Answers 403 to everybody but admins, within the dashboard's frame (docs/product.md 6). */
export function loader({ context }: LoaderFunctionArgs) {
  return adminData(context, async () => null);
}

/** Layout of every admin page. */
export default function AdminLayout() {
  return <Outlet />;
}
