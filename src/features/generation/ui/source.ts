/** The source of a remix, for the API. */
export type SourceRef = { kind: "picture" | "upload"; id: string };

/** The source of a remix: a picture of the site, or the member's own upload. */
export type RemixSource = SourceRef & {
  /** Null for an upload. */
  slug: string | null;
  title: string;
  prompt: string | null;
  width: number;
  height: number;
  colors: readonly string[];
};
