import sprite from "./icons.svg?url";

export { sprite };

export type IconName =
  | "arrow-up"
  | "arrow-up-left"
  | "bell"
  | "bell-fill"
  | "broadcast"
  | "caret-down"
  | "chart-line-up"
  | "check"
  | "clock-counter-clockwise"
  | "credit"
  | "facebook-logo"
  | "folder-simple"
  | "folder-simple-plus"
  | "folders"
  | "git-branch"
  | "grid-nine"
  | "heart"
  | "heart-fill"
  | "image"
  | "image-broken"
  | "instagram-logo"
  | "link-simple"
  | "list"
  | "lock-key"
  | "lock-simple"
  | "magnifying-glass"
  | "moon"
  | "palette"
  | "pencil-simple"
  | "pinterest-logo"
  | "plus"
  | "pulse"
  | "rectangle"
  | "reddit-logo"
  | "remix"
  | "shapes"
  | "shield-check"
  | "sign-out"
  | "square"
  | "squares-four"
  | "stack"
  | "sun"
  | "user-check"
  | "user-circle"
  | "users"
  | "users-three"
  | "wallet"
  | "warning-circle"
  | "whatsapp-logo"
  | "x"
  | "x-logo";

type IconProps = { name: IconName; size?: number; className?: string };

/** An icon of the page frame, from one sprite file beside the style sheet: it needs no JavaScript (decision 031). */
export function Icon({ name, size = 20, className }: IconProps) {
  return (
    <svg width={size} height={size} fill="currentColor" aria-hidden className={className}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
