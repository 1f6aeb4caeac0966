import type { ComponentProps, ReactNode } from "react";
import { Link } from "#app/ui/link.tsx";
import "./tabs.css";

type TabsProps = { label: string; className?: string; children: ReactNode };

/** Tabs of related pages; the current one is part of the URL. */
export function Tabs({ label, className, children }: TabsProps) {
  return (
    <nav className={className ? `tabs ${className}` : "tabs"} aria-label={label}>
      {children}
    </nav>
  );
}

/** One tab. */
export function Tab({ chosen, ...link }: ComponentProps<typeof Link> & { chosen: boolean }) {
  return <Link {...link} className="tab" aria-current={chosen ? "page" : undefined} />;
}
