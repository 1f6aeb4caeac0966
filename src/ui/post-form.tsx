import type { ReactNode } from "react";

type PostFormProps = {
  /** URL of the page whose action handles it. */
  action: string;
  /** Names and values that are sent. */
  values: Readonly<Record<string, string>>;
  children: ReactNode;
};

/**
 * A button that works without JavaScript by posting to a page's action. With JavaScript its press is handled instead.
 */
export function PostForm({ action, values, children }: PostFormProps) {
  return (
    <form className="contents" method="post" action={action}>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
