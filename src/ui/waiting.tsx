import { Spinner } from "./spinner.tsx";
import "./empty-state.css";

/** In place of a page that is on its way. */
export function Waiting({ children }: { children: string }) {
  return (
    <div className="empty min-h-[60dvh]">
      <Spinner className="text-patina" />
      <output className="title-small mt-2">{children}</output>
    </div>
  );
}
