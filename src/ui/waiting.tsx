import { Spinner } from "./spinner.tsx";
import "./empty-state.css";

/** Shown while a page is loading. */
export function Waiting({ children }: { children: string }) {
  return (
    <div className="empty min-h-[60dvh]">
      <Spinner className="text-patina" />
      <output className="title-small mt-2">{children}</output>
    </div>
  );
}
