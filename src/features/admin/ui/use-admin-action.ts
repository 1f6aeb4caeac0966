import { useState } from "react";
import { useRevalidator } from "react-router";
import type { ApiResult } from "#app/ui/api-client.ts";
import { showToast } from "#app/ui/toast.ts";

/** Waits for a call of the API, reads the page anew, and says what was refused. */
export function useAdminAction() {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  async function perform<T>(call: Promise<ApiResult<T>>): Promise<T | null> {
    setBusy(true);
    const answer = await call;
    setBusy(false);
    if (!answer.ok) {
      const { title, detail } = answer.problem;
      void showToast("error", title, detail === undefined ? {} : { description: detail });
      return null;
    }
    await revalidate();
    return answer.data;
  }
  return { busy, perform };
}
