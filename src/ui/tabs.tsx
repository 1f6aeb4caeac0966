import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import "./tabs.css";

type TabsProps = { label: string; className?: string; children: ReactNode };

/** Pages of one kind side by side; which one is shown is part of the address. */
export function Tabs({ label, className, children }: TabsProps) {
  return (
    <nav className={className ? `tabs ${className}` : "tabs"} aria-label={label}>
      {children}
    </nav>
  );
}

/** One of them. */
export function Tab({ chosen, ...link }: ComponentProps<typeof Link> & { chosen: boolean }) {
  return <Link {...link} className="tab" aria-current={chosen ? "page" : undefined} />;
}
