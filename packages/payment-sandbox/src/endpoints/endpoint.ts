import type { z } from "zod";
import type { FormValue } from "../form.ts";
import { readParams } from "../params.ts";
import type { Tx } from "../store.ts";

/** Where the pages of the sandbox are. */
export type Site = { checkout: string; portal: string; accountId: string };

/** What a request wants: checked, and ready to run in a transaction. */
type Ready = (tx: Tx, ids: readonly string[]) => Promise<object>;

export type Endpoint = {
  method: "GET" | "POST" | "DELETE";
  /** The address, with :id for ids. */
  path: string;
  /**
   * Checks the parameters.
   * @throws ApiError
   */
  read: (given: Record<string, FormValue>, site: Site) => { run: Ready; expand?: string[] };
};

/** Defines an endpoint: its address, the parameters that it takes, and what it does. */
export function endpoint<T extends z.ZodType<{ expand?: string[] }>>(
  method: Endpoint["method"],
  path: string,
  schema: T,
  run: (tx: Tx, params: z.output<T>, ids: readonly string[], site: Site) => Promise<object>,
): Endpoint {
  return {
    method,
    path,
    read(given, site) {
      const params = readParams(schema, given);
      return { run: (tx, ids) => run(tx, params, ids, site), expand: params.expand };
    },
  };
}
