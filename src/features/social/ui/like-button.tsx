import { locale, t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { useMember } from "#app/features/identity/ui/member.ts";
import { signInIntent } from "#app/features/identity/ui/sign-in.ts";
import { useLike } from "./use-like.ts";
import "#app/features/pictures/ui/picture-card.css";
import "#app/ui/button.css";
import "./like-button.css";

type LikeButtonProps = {
  pictureId: string;
  likes?: number;
  liked?: boolean;
  /** icon: among round buttons; overlay: over a picture; count: with the number of likes. */
  variant?: "icon" | "overlay" | "count";
  /** Title of the picture; needed where several such buttons are on a page. */
  title?: string;
  /** The responses that contained this state; defaults to the page's data. */
  from?: readonly (object | null)[];
};

const classes = {
  icon: "icon-button",
  overlay: "card-overlay-button",
  count: buttonClass({ look: "soft" }),
};

/** Likes or unlikes a picture, optimistically. Acceptance row CO-03. */
export function LikeButton({
  pictureId,
  likes = 0,
  liked = false,
  variant = "icon",
  title,
  from,
}: LikeButtonProps) {
  const like = useLike(pictureId, { likes, liked }, from);
  const member = useMember();
  const label = title === undefined ? t`Like` : t`Like ${title}`;
  const button = (
    <button
      type={variant === "overlay" ? "button" : "submit"}
      className={`${classes[variant]} like`}
      aria-label={variant === "count" ? undefined : label}
      aria-pressed={like.liked}
      title={variant === "overlay" ? undefined : like.liked ? t`Liked` : t`Like`}
      onClick={(event) => {
        event.preventDefault();
        like.toggle();
      }}
      {...(member === null && signInIntent)}
    >
      <Icon name={like.liked ? "heart-fill" : "heart"} size={variant === "icon" ? 20 : 18} />
      {variant === "count" && (
        <>
          <span className="sr-only">{label}</span>
          <span className="tabular-nums">{like.likes.toLocaleString(locale("en"))}</span>
        </>
      )}
    </button>
  );
  // Not on a wall, which has many: without JavaScript pictures are liked on their own pages.
  if (variant === "overlay") return button;
  return (
    <PostForm action={paths.picture(pictureId)} values={{ form: "like", on: String(!like.liked) }}>
      {button}
    </PostForm>
  );
}
