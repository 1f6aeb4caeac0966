/** What a remix starts from, for the API. */
export type SourceRef = { kind: "picture" | "upload"; id: string };

/** The picture that a remix starts from: one of the site, or an upload of the member's own. */
export type RemixSource = SourceRef & {
  /** Null for an upload. */
  slug: string | null;
  title: string;
  prompt: string | null;
  width: number;
  height: number;
  colors: readonly string[];
};
