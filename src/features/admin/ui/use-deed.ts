import { useState } from "react";
import { useRevalidator } from "react-router";
import { send } from "#app/ui/send.ts";
import { showToast } from "#app/ui/toast.ts";

type Method = "POST" | "PATCH";
type Options = { headers?: Record<string, string> };

/** Does something by the API, reads the page anew, and says what was refused. */
export function useDeed() {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  async function deed<T>(
    method: Method,
    url: string,
    json: object,
    options: Options = {},
  ): Promise<T | null> {
    setBusy(true);
    const answer = await send<T>(method, url, { json, ...options });
    setBusy(false);
    if (!answer.ok) {
      const { title, detail } = answer.problem;
      void showToast("error", title, detail === undefined ? {} : { description: detail });
      return null;
    }
    await revalidate();
    return answer.data;
  }
  return { busy, deed };
}
