import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import type { ReactNode } from "react";
import "./alert.css";

type AlertProps = {
  /** Shows a warning icon before the text. */
  icon?: boolean;
  /** Announced politely, not at once: it does not respond to an action of the user. */
  calm?: boolean;
  className?: string;
  children: ReactNode;
};

/** An inline error message. */
export function Alert({ icon = false, calm = false, className, children }: AlertProps) {
  return (
    <div className={className ? `alert ${className}` : "alert"} role={calm ? "status" : "alert"}>
      {icon && <WarningCircleIcon size={18} className="flex-none" />}
      {children}
    </div>
  );
}
