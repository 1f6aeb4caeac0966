import type { PageBuild } from "#app/roles/pages.ts";
import type { Things } from "../http/worst-texts/things.ts";

/** Paths of all pages, e.g. "/i/:address". */
export function pagePatterns({ routes }: PageBuild): string[] {
  const whole = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route === undefined ? "" : `${whole(route.parentId)}/${route.path ?? ""}`;
  };
  const all = Object.keys(routes).map((id) =>
    whole(id)
      .replaceAll(/\/+/g, "/")
      .replace(/(?<=.)\/$/, ""),
  );
  return [...new Set(all)];
}

const samples: Record<string, string> = { handle: "@bea-winter", kind: "idea", "*": "elsewhere" };

/** A page's URL with samples for its path parameters. */
export const filledWith = (things: Things) => (pattern: string) =>
  pattern.replaceAll(/:(\w+)\??|\*/g, (part, name: string | undefined) => {
    const wanted = name ?? part;
    return samples[wanted] ?? String(things.sample("", wanted === "address" ? "id" : wanted, {}));
  });
