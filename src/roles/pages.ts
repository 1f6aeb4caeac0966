import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { LRUCache } from "lru-cache";
import {
  createRequestHandler,
  matchRoutes,
  RouterContextProvider,
  type RequestHandler,
  type RouteObject,
  type ServerBuild,
} from "react-router";
import type * as contexts from "#app/context.ts";
import { sourceLanguage, type Language } from "#app/language/languages.ts";
import type { Actor } from "#app/lib/actor.ts";
import { limitKey } from "#app/lib/client-ip.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import type { Services } from "#app/services.ts";
import type { Exchange } from "./exchange.ts";

/** The output of `react-router build`; the context keys are the bundle's own, compared by identity. */
export type PageBuild = ServerBuild & { entry: { module: typeof contexts } };

export type BuiltPages = {
  build: PageBuild;
  files: string;
  /** The same pages in another language; without it all are in English. */
  translated?: (language: Language) => Promise<PageBuild>;
};

/**
 * Built pages with the folder of their browser files, or those of development, rebuilt when their sources change.
 */
export type PageSource =
  | BuiltPages
  | { build: () => Promise<PageBuild>; files: null; translated?: undefined };

/** Who asks, and in which language the page answers. */
type Reader = { actor: Actor; language: Language };

type AskApi = (request: Request) => Promise<Response>;

export type Pages = {
  /** @param api calls the API within the same request */
  render(request: Request, exchange: Exchange, reader: Reader, api: AskApi): Promise<Response>;
  /** The pattern of the page at an address, or "page" for none. */
  routeOf(pathname: string): string;
  /** True where no page can exist, whatever the database holds; cheaper than routeOf. */
  leadsNowhere(pathname: string): boolean;
};

/**
 * The built pages and the folder of their browser files.
 * @param folder the pages for who runs from source, or those that are bundled with the program
 * @throws Error when they were not built
 */
export async function loadBuild(root: string, folder = "build/server"): Promise<BuiltPages> {
  const server = path.join(root, folder, "index.js");
  const files = path.join(root, "build/client");
  if (!existsSync(server) || !existsSync(files)) {
    throw new Error("The pages are not built yet: run `npm run build`");
  }
  const load = (file: string) => import(pathToFileURL(file).href) as Promise<PageBuild>;
  const translated = (language: Language) => load(path.join(root, folder, language, "index.js"));
  return { build: await load(server), files, translated };
}

/** A build's pages, with the keys of its own contexts. */
type Rendering = {
  keys: PageBuild["entry"]["module"];
  /** @param routes ids of the routes of a page, from the root on; none for an address that has no page */
  handlerOf: (routes: readonly string[]) => RequestHandler;
};

/**
 * The router goes through all routes three times for a page. It is given those of the page alone, once they are known: a
 * handler for each page, made when it is first asked for (decision 505).
 */
function rendering(pages: PageBuild): Rendering {
  const handlers = new Map<string, RequestHandler>();
  return {
    keys: pages.entry.module,
    handlerOf: (ids) => {
      const page = ids.at(-1) ?? "";
      let handler = handlers.get(page);
      if (handler === undefined) {
        const only = <T>(all: Record<string, T>) =>
          Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)));
        const assets = { ...pages.assets, routes: only(pages.assets.routes) };
        const build = page === "" ? pages : { ...pages, assets, routes: only(pages.routes) };
        handler = createRequestHandler(build, "production");
        handlers.set(page, handler);
      }
      return handler;
    },
  };
}

function routeTree(routes: ServerBuild["routes"], parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) =>
      route?.index
        ? { id: route.id, index: true, path: route.path }
        : { id: route?.id, path: route?.path, children: routeTree(routes, route?.id) },
    );
}

/** The page's address without the suffix of the router's data requests. */
function addressOf(pathname: string): string {
  return pathname.replace(/(?:(?<=\/)_)?\.data$/, "");
}

/** The first segments of all routes that name them. */
function firstSegments(routes: ServerBuild["routes"]): ReadonlySet<string> {
  const paths = Object.values(routes).flatMap((route) => route?.path ?? []);
  return new Set(["", ...paths.map((path) => path.split("/", 1)[0] ?? "")]);
}

/** What an address leads to: the pattern of a page and the ids of its routes, from the root on. */
type Place = { pattern: string; routes: readonly string[] };

/** Most addresses whose place is cached: to find one goes through all routes, a thirtieth of the work for a page. */
const keptPlaces = 2_000;
/** Longer addresses are not cached; they would only fill the memory. */
const longestKept = 200;

/** Renders pages with the context of their loaders. @param limits shared with the API */
export function createPages(
  { build, translated }: PageSource,
  services: Services,
  limits: Limits,
): Pages {
  const isFixed = typeof build !== "function";
  /** Pages of the languages that were asked for so far. */
  const languages = new Map<Language, Promise<Rendering>>();
  // In development a route may be added at any time, so that any address may exist; all of them are "page".
  const tree = isFixed ? routeTree(build.routes) : [];
  const firsts = isFixed ? firstSegments(build.routes) : null;
  const places = new LRUCache<string, Place>({ max: keptPlaces });

  async function read(language: Language): Promise<Rendering> {
    if (!isFixed) {
      const handler = createRequestHandler(build, "development");
      return { keys: (await build()).entry.module, handlerOf: () => handler };
    }
    return rendering(
      translated && language !== sourceLanguage ? await translated(language) : build,
    );
  }

  function renderingIn(language: Language): Promise<Rendering> {
    const found = languages.get(language) ?? read(language);
    if (isFixed) languages.set(language, found);
    return found;
  }

  function placeOf(pathname: string): Place {
    const address = addressOf(pathname);
    const known = places.get(address);
    if (known !== undefined) return known;
    const matches = matchRoutes(tree, address) ?? [];
    const paths = matches.map(({ route }) => route.path ?? "").filter(Boolean);
    const pattern = matches.length === 0 ? "page" : `/${paths.join("/")}`.replace(/\/{2,}/g, "/");
    const place = { pattern, routes: matches.map(({ route }) => route.id ?? "") };
    if (address.length <= longestKept) places.set(address, place);
    return place;
  }

  return {
    async render(request, exchange, { actor, language }, api) {
      const { keys, handlerOf } = await renderingIn(language);
      const context = new RouterContextProvider();
      context.set(keys.servicesContext, services);
      context.set(keys.actorContext, actor);
      context.set(keys.apiContext, api);
      context.set(keys.nonceContext, exchange.nonce);
      context.set(keys.requestIdContext, exchange.requestId);
      const key = actor.userId ?? limitKey(exchange.ip);
      context.set(keys.limitContext, (name) => {
        exchange.limitsTaken.push(name);
        return limits.take(name, key);
      });
      context.set(keys.htmlContext, (html) => {
        exchange.html = html;
      });
      context.set(keys.countContext, (count) => {
        exchange.counts.push(count);
        count();
      });
      return handlerOf(placeOf(new URL(request.url).pathname).routes)(request, context);
    },
    routeOf: (pathname) => placeOf(pathname).pattern,
    leadsNowhere(pathname) {
      if (firsts === null) return false;
      const first = decodeURIComponent(addressOf(pathname).split("/", 2)[1] ?? "");
      // Creators and their collections are below a segment that begins with @ (src/routes.ts).
      return !firsts.has(first) && !first.startsWith("@");
    },
  };
}
