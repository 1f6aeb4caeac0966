import { index, type RouteConfig } from "@react-router/dev/routes";

/** Every page address of the product. Addresses of the API are in the slices' http.ts. */
export default [index("features/pictures/pages/home.tsx")] satisfies RouteConfig;
