/** A grey head and shoulders; a data URL, so that it works wherever the response is used. */
export const placeholderAvatar = `data:image/svg+xml,${encodeURIComponent(
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path fill='#d1d5db' d='M0 0h8v8H0z'/><path fill='#6b7280' d='M1 8a3 3 0 0 1 6 0M4 1a1.5 1.5 0 0 0 0 3 1.5 1.5 0 0 0 0-3'/></svg>",
)}`;

/** A creator or author, with the fields and defaults of docs/product.md 3.5. */
export type Creator = {
  id: string;
  name: string;
  username: string;
  avatar: string;
  /** What they call themselves; never the role of their account. */
  role: string;
  followers_count: number;
};

export type KnownOfCreator = {
  id: string;
  name?: string | null;
  username?: string | null;
  avatar?: string | null;
  role?: string | null;
  followers_count?: number | null;
};

const filled = (text: string | null | undefined, otherwise: string): string =>
  text?.trim() ? text : otherwise;

/** The creator with defaults for unknown fields. */
export function creatorOf(known: KnownOfCreator): Creator {
  return {
    id: known.id,
    name: filled(known.name, "Unknown Creator"),
    username: filled(known.username, "unknown"),
    avatar: filled(known.avatar, placeholderAvatar),
    role: filled(known.role, "Creator"),
    followers_count: known.followers_count ?? 0,
  };
}
