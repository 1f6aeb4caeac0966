import { useEffect, type ComponentProps, type Ref } from "react";

type PopoverProps = Omit<ComponentProps<"section">, "popover" | "onToggle" | "ref"> & {
  /** A dialog if it contains controls, a navigation if it contains only links. */
  as?: "section" | "dialog" | "nav";
  /** Id for the `popoverTarget` of its button. */
  id: string;
  label: string;
  onToggle?: (open: boolean) => void;
  ref?: Ref<HTMLElement>;
};

/**
 * A panel over the page. Its button opens it without JavaScript, also before the page's script runs; it closes on Escape
 * and on a press outside.
 */
export function Popover({
  as = "section",
  label,
  className,
  onToggle,
  ref,
  ...rest
}: PopoverProps) {
  const { id } = rest;
  useEffect(() => {
    // Opened before React listened: the event that says so is over.
    if (document.getElementById(id)?.matches(":popover-open")) onToggle?.(true);
    // Only once, and for the first `onToggle`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id]);
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
