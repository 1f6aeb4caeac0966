import { t } from "#app/language/message.ts";
import type { Intent } from "#app/rules/intent.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import { showProblem } from "#app/ui/data/use-mutation.ts";
import { api } from "./api.ts";
import { setFollow } from "./use-follow.ts";
import { setLike } from "./use-like.ts";

/** Does what a guest pressed before signing in. @param by the API client, in the member's name */
export function carryOut(by: typeof api, { kind, target }: Intent): Promise<ApiResult<object>> {
  return kind === "like" ? setLike(by, target, true) : setFollow(by, target, true);
}

/** The same in the browser; a refusal is shown as a toast. */
export async function carryOutHere(intent: Intent): Promise<void> {
  const answer = await carryOut(api, intent);
  const title = intent.kind === "like" ? t`Your like was not saved` : t`You do not follow them yet`;
  if (!answer.ok) showProblem(answer.problem, title);
}
