import type { ReactNode } from "react";
import { EmptyFrames } from "./glyphs.tsx";
import "./empty-state.css";

type EmptyStateProps = {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
  heading?: "h1" | "h2";
};

/** An empty state: frames or an icon, one sentence, at most one action. */
export function EmptyState({
  title,
  children,
  action,
  icon,
  heading: Heading = "h2",
}: EmptyStateProps) {
  return (
    <div className="empty">
      {icon ?? <EmptyFrames />}
      <Heading className={Heading === "h1" ? "title-medium mt-1" : "title-small"}>{title}</Heading>
      <p className="max-w-[34ch] text-ink-2">{children}</p>
      {action}
    </div>
  );
}
