import { useDataStart } from "#app/ui/data-age.ts";
import { createToggles, type Toggle } from "#app/ui/data/toggles.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import { useMember } from "#app/features/identity/ui/member.ts";
import { useSignIn } from "#app/features/identity/ui/sign-in.ts";
import type { FollowState } from "../queries.ts";
import { api } from "./api.ts";

/** Follows a creator or stops following. @param by what calls the API */
export function setFollow(by: typeof api, username: string, on: boolean) {
  const param = { username };
  return on
    ? by.put("/api/users/:username/follow", { param })
    : by.delete("/api/users/:username/follow", { param });
}

async function tell(key: string, on: boolean): Promise<ApiResult<Toggle>> {
  const [, username] = key.split(" ");
  const answer = await setFollow(api, username, on);
  if (!answer.ok) return answer;
  return { ok: true, data: { on: answer.data.following, count: answer.data.followers } };
}

const follows = createToggles("follows", tell, (on) =>
  on ? "You do not follow them yet" : "You still follow them",
);

/**
 * Whether the member follows a creator, the same in every place of the page that shows it.
 * @param given what the page knows
 * @param from the answers that it is from; the page's data when left out
 * @returns the present state, and `toggle`, which for a guest opens the sign-in dialog
 */
export function useFollow(username: string, given: FollowState, from?: readonly (object | null)[]) {
  const member = useMember();
  const signIn = useSignIn();
  const givenAt = useDataStart(from);
  const key = `${member?.id ?? ""} ${username}`;
  const start = { on: given.following, count: given.followers };
  const { on, count } = follows.useToggle(key, start, givenAt);
  return {
    following: on,
    followers: count,
    toggle: () => {
      if (member === null) signIn({ next: location.pathname + location.search });
      else follows.press(key, start, givenAt);
    },
  };
}
