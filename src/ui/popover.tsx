import type { ComponentProps, Ref } from "react";

type PopoverProps = Omit<ComponentProps<"section">, "popover" | "onToggle" | "ref"> & {
  /** A dialog if it contains controls, a navigation if it contains only links. */
  as?: "section" | "dialog" | "nav";
  /** Id for the `popoverTarget` of its button. */
  id: string;
  label: string;
  onToggle?: (open: boolean) => void;
  ref?: Ref<HTMLElement>;
};

/** A panel over the page. Its button opens it without JavaScript; it closes on Escape and on a press outside. */
export function Popover({
  as = "section",
  label,
  className,
  onToggle,
  ref,
  ...rest
}: PopoverProps) {
  // One of the three tags; their attributes are the same.
  const Element = as as "section";
  return (
    <Element
      {...rest}
      ref={ref}
      popover="auto"
      className={className ? `popover ${className}` : "popover"}
      aria-label={label}
      onToggle={onToggle && ((event) => onToggle(event.newState === "open"))}
    />
  );
}
