import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { useMember } from "#app/features/identity/ui/member.ts";
import { signInIntent } from "#app/features/identity/ui/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { useFollow } from "./use-follow.ts";

type FollowButtonProps = {
  username: string;
  following?: boolean;
  followers?: number;
  /** Name of the creator; needed where several such buttons are on a page. */
  name?: string;
  small?: boolean;
  /** The responses that contained this state; defaults to the page's data. */
  from?: readonly (object | null)[];
};

/** Follows or unfollows a creator, optimistically; hidden on one's own name. Acceptance row CO-04. */
export function FollowButton({
  username,
  following = false,
  followers = 0,
  name,
  small = false,
  from,
}: FollowButtonProps) {
  const follow = useFollow(username, { followers, following }, from);
  const member = useMember();
  if (member?.username === username) return null;
  return (
    <PostForm
      action={paths.creator(username)}
      values={{ form: "follow", on: String(!follow.following) }}
    >
      <Button
        type="submit"
        look={follow.following ? "soft" : "outline"}
        size={small ? "small" : "medium"}
        aria-pressed={follow.following}
        onClick={(event) => {
          event.preventDefault();
          follow.toggle();
        }}
        {...(member === null && signInIntent)}
      >
        {follow.following ? t`Following` : t`Follow`}
        {name !== undefined && <span className="sr-only"> {name}</span>}
      </Button>
    </PostForm>
  );
}
