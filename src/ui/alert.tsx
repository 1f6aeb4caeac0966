import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import type { ReactNode } from "react";
import "./alert.css";

type AlertProps = {
  /** With the sign of a warning before the words. */
  icon?: boolean;
  /** Said to readers when they pause, not at once: it is no answer to what somebody just did. */
  calm?: boolean;
  className?: string;
  children: ReactNode;
};

/** What went wrong, in place. */
export function Alert({ icon = false, calm = false, className, children }: AlertProps) {
  return (
    <div className={className ? `alert ${className}` : "alert"} role={calm ? "status" : "alert"}>
      {icon && <WarningCircleIcon size={18} className="flex-none" />}
      {children}
    </div>
  );
}
