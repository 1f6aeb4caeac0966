import { redirect } from "react-router";
import { paths } from "../paths.ts";

/** The dashboard opens on its first page. */
export function loader() {
  throw redirect(paths.studio());
}

export default function DashboardIndex() {
  return null;
}
