import { FlaskIcon } from "@phosphor-icons/react/dist/csr/Flask";
import type { ReactNode } from "react";
import "./trial-notice.css";

/** Says on every page of the sandbox that its money is not real. */
export function TrialNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="trial-notice" role="note">
      <FlaskIcon size={22} />
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-13 text-ink-2">{children}</p>
      </div>
    </div>
  );
}
