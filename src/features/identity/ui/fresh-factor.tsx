import { lazy, Suspense, useState, type ReactNode } from "react";
import type { FactorMethod } from "#app/rules/account-form.ts";
import type { ApiResult } from "#app/ui/api-client.ts";

const FreshFactorDialog = lazy(async () => ({
  default: (await import("./fresh-factor-dialog.tsx")).FreshFactorDialog,
}));

type Asked = { methods: readonly FactorMethod[]; end: (isProved: boolean) => void };

export type FreshFactor = {
  /**
   * Makes a call of the API. Where it wants a fresh second factor, a dialog asks for one and the call is made again.
   * @returns the refusal when nobody proves one
   */
  guard: <T>(call: () => Promise<ApiResult<T>>) => Promise<ApiResult<T>>;
  /** To be rendered beside, not within, the form that makes the call. */
  dialog: ReactNode;
};

/** For what changes credits, roles, payments, engines, models or the second factors themselves. */
export function useFreshFactor(): FreshFactor {
  const [asked, setAsked] = useState<Asked | null>(null);

  function ask(methods: readonly FactorMethod[]): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isProved: boolean) => {
        setAsked(null);
        resolve(isProved);
      };
      setAsked({ methods, end });
    });
  }

  return {
    async guard(call) {
      const answer = await call();
      if (answer.ok || !answer.problem.type?.endsWith(":fresh-factor-required")) return answer;
      return (await ask(answer.problem.methods ?? ["code"])) ? call() : answer;
    },
    dialog: asked && (
      <Suspense>
        <FreshFactorDialog methods={asked.methods} onEnd={asked.end} />
      </Suspense>
    ),
  };
}
