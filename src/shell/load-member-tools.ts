import type * as memberToolsModule from "./member-tools.tsx";

type Module = typeof memberToolsModule;

let loaded: Module | null = null;

/** Loads the bar's controls for members. */
export const loadMemberTools = async (): Promise<Module> =>
  (loaded ??= await import("./member-tools.tsx"));

/**
 * The controls, for `lazy`. React drops a press on what it cannot render at once while it takes over the server's page,
 * so what is loaded is handed over in the same moment; a promise would answer later.
 */
export function memberTools(): Promise<Module> {
  if (loaded === null) return loadMemberTools();
  // React takes such an object instead of a promise and calls its function while it renders.
  // oxlint-disable-next-line unicorn/no-thenable
  const atOnce = { then: (resolve: (module: Module | null) => void) => resolve(loaded) };
  return atOnce as Promise<Module>;
}
