/** The picture that a remix starts from. */
export type RemixSource = {
  id: string;
  slug: string;
  title: string;
  prompt: string | null;
  width: number;
  height: number;
  colors: readonly string[];
};
