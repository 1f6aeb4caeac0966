import { t } from "#app/language/message.ts";
import { withIntent } from "#app/rules/intent.ts";
import { useDataStart } from "#app/ui/data-age.ts";
import { createToggles, type Toggle } from "#app/ui/data/toggles.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import { useMember } from "#app/features/identity/ui/member.ts";
import { useSignIn } from "#app/features/identity/ui/sign-in.ts";
import type { LikeState } from "../queries.ts";
import { api } from "./api.ts";

/** Likes or unlikes a picture. @param by the API client */
export function setLike(by: typeof api, pictureId: string, on: boolean) {
  const param = { id: pictureId };
  return on
    ? by.post("/api/picture/:id/like", { param })
    : by.delete("/api/picture/:id/like", { param });
}

async function tell(key: string, on: boolean): Promise<ApiResult<Toggle>> {
  const [, pictureId] = key.split(" ");
  const answer = await setLike(api, pictureId, on);
  if (!answer.ok) return answer;
  return { ok: true, data: { on: answer.data.liked, count: answer.data.likes } };
}

const likes = createToggles("likes", tell, (on) =>
  on ? t`Your like was not saved` : t`Your like was not removed`,
);

/**
 * Whether the member likes a picture, the same in all places of the page.
 * @param given the state in the page's data
 * @param from the responses that contained it; defaults to the page's data
 * @returns the current state, and `toggle`, which has a guest sign in first
 */
export function useLike(pictureId: string, given: LikeState, from?: readonly (object | null)[]) {
  const member = useMember();
  const signIn = useSignIn();
  const givenAt = useDataStart(from);
  const key = `${member?.id ?? ""} ${pictureId}`;
  const start = { on: given.liked, count: given.likes };
  const { on, count } = likes.useToggle(key, start, givenAt);
  return {
    liked: on,
    likes: count,
    toggle: () => {
      if (member !== null) return likes.press(key, start, givenAt);
      const here = location.pathname + location.search;
      return signIn({
        next: withIntent(here, { kind: "like", target: pictureId }),
        run: ({ id }) => likes.turnOn(`${id} ${pictureId}`, count),
      });
    },
  };
}
