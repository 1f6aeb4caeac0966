import type { ComponentProps } from "react";
import "./switch.css";

/** A checkbox that looks like a switch; wrap it in its label. */
export function Switch({ className, ...input }: Omit<ComponentProps<"input">, "type">) {
  return (
    <span className={className ? `switch ${className}` : "switch"}>
      <input {...input} type="checkbox" className="invisible-input" />
    </span>
  );
}
