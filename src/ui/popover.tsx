import type { ComponentProps, Ref } from "react";

type PopoverProps = Omit<ComponentProps<"section">, "popover" | "onToggle" | "ref"> & {
  /** A dialog where something is done in it, a navigation where it is all links. */
  as?: "section" | "dialog" | "nav";
  /** Named by the `popoverTarget` of its button. */
  id: string;
  label: string;
  onToggle?: (open: boolean) => void;
  ref?: Ref<HTMLElement>;
};

/** A panel over the page. It opens by its button without script, and closes on Escape and on a press outside. */
export function Popover({
  as = "section",
  label,
  className,
  onToggle,
  ref,
  ...rest
}: PopoverProps) {
  // One of the three; their attributes are the same.
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
