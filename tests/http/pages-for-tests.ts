import { createContext, type RouterContextProvider, type ServerBuild } from "react-router";
import type { Actor } from "#app/lib/actor.ts";
import type { LimitName } from "#app/lib/rate-limit.ts";
import type { PageBuild } from "#app/roles/pages.ts";

const actorContext = createContext<Actor>();
const nonceContext = createContext<string>();
const requestIdContext = createContext<string>();
const htmlContext = createContext<(html: string) => void>();
const countContext = createContext<(count: () => void) => void>();
const limitContext = createContext<(name: LimitName) => Promise<void>>();

/** A stand-in for the bundle: one page that shows the actor, and a loader that fails on demand. */
const routes: ServerBuild["routes"] = {
  root: {
    id: "root",
    path: "",
    module: { default: () => null },
  },
  home: {
    id: "home",
    parentId: "root",
    index: true,
    module: { default: () => null },
  },
  broken: {
    id: "broken",
    parentId: "root",
    path: "broken/:id",
    module: {
      default: () => null,
      loader: () => {
        throw new Error("a loader failed with the password swordfish");
      },
    },
  },
};

const manifestRoute = (id: string) => ({
  id,
  module: `/assets/${id}.js`,
  hasAction: false,
  hasLoader: id === "broken",
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasErrorBoundary: false,
});

export const pagesForTests = {
  entry: {
    module: {
      actorContext,
      countContext,
      htmlContext,
      limitContext,
      nonceContext,
      requestIdContext,
      servicesContext: createContext(),
      default: (
        _request: Request,
        status: number,
        headers: Headers,
        _entry: unknown,
        context: RouterContextProvider,
      ) => {
        headers.set("content-type", "text/html; charset=utf-8");
        const body = `<script nonce="${context.get(nonceContext)}"></script>${context.get(actorContext).userId}`;
        context.get(htmlContext)(body);
        return new Response(null, { status, headers });
      },
      handleError: () => undefined,
    },
  },
  routes,
  assets: {
    entry: { imports: [], module: "/assets/entry.js" },
    routes: Object.fromEntries(Object.keys(routes).map((id) => [id, manifestRoute(id)])),
    url: "/assets/manifest.js",
    version: "test",
  },
  publicPath: "/",
  assetsBuildDirectory: "build/client",
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
} as unknown as PageBuild;
