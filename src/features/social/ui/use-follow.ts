import { t } from "#app/language/message.ts";
import { withIntent } from "#app/rules/intent.ts";
import { useDataStart } from "#app/ui/data-age.ts";
import { createToggles, type Toggle } from "#app/ui/data/toggles.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import { useMember } from "#app/features/identity/ui/member.ts";
import { useSignIn } from "#app/features/identity/ui/sign-in.ts";
import type { FollowState } from "../queries.ts";
import { api } from "./api.ts";

/** Follows or unfollows a creator. @param by the API client */
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
  on ? t`You do not follow them yet` : t`You still follow them`,
);

/**
 * Whether the member follows a creator, the same in all places of the page.
 * @param given the state in the page's data
 * @param from the responses that contained it; defaults to the page's data
 * @returns the current state, and `toggle`, which has a guest sign in first
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
      if (member !== null) return follows.press(key, start, givenAt);
      const here = location.pathname + location.search;
      return signIn({
        next: withIntent(here, { kind: "follow", target: username }),
        run(signedIn) {
          // Nobody follows themselves.
          if (signedIn.username !== username) follows.turnOn(`${signedIn.id} ${username}`, count);
        },
      });
    },
  };
}
