import type { ReactNode } from "react";

type PostFormProps = {
  /** Address of the page whose action takes it. */
  action: string;
  /** Names and values that are sent. */
  values: Readonly<Record<string, string>>;
  children: ReactNode;
};

/** A button that works without script: what it sends goes to the action of a page. With script its press is handled instead. */
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
